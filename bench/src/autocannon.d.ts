/** The part used of a package that ships no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly headers: Readonly<Record<string, string>>;
  }

  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    /** Seconds that it really took. */
    readonly duration: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
