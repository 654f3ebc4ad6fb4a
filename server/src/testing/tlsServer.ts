import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Of nobody: it is for 127.0.0.1 in tests, and expires in a hundred years. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgS05eSFwM1b10FIq0
JYMtyjotm1+Oc6eTid5IJtl2TsyhRANCAATbCk52/VeOUfykxzO5YqPOvGegCu7K
XProrXsalvGIxQ+M4toZVts1a2eADss/KR+OANZy2MgLkIt4J74zz4Au
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUQ3pSeDG8XrjmqVL4g0DrdJwgA58wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTExNjE5MzgwN1oYDzIxMjYxMDIz
MTkzODA3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATbCk52/VeOUfykxzO5YqPOvGegCu7KXProrXsalvGIxQ+M4toZVts1
a2eADss/KR+OANZy2MgLkIt4J74zz4Auo28wbTAdBgNVHQ4EFgQUFZqJIVp+62kc
ltINkYhTftLncfEwHwYDVR0jBBgwFoAUFZqJIVp+62kcltINkYhTftLncfEwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSAAwRQIgT2WD1Hupq8AHtFCcsKaVI5yvl+CxSRjBcyxnQ+8PrOACIQDy
s9sX0+eqkGhgVwhMznrWFZ4GbD5oPbrOhvvhWNKyIg==
-----END CERTIFICATE-----`;

export interface TlsServer {
  /** Such as `127.0.0.1:40123`. */
  readonly host: string;
  close(): void;
}

/** A server on this machine that is reached by https. While it runs, this process accepts any certificate. */
export async function startTlsServer(answer: RequestListener): Promise<TlsServer> {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  const server = createServer({ key, cert }, answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    },
  };
}
