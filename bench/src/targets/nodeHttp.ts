import http from 'node:http';
import { envelope, tagRanking } from '../payload.ts';
import { reportReady } from '../process.ts';

const body = envelope(tagRanking);
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
};
const server = http.createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => reportReady(server, async () => server.close()));
