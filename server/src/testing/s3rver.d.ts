declare module 's3rver' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  type Middleware = (
    context: { readonly req: IncomingMessage; readonly res: ServerResponse; respond: boolean },
    next: () => Promise<unknown>,
  ) => Promise<unknown>;

  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly middleware: Middleware[];
    readonly httpServer: Server;
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
