import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/**
 * POSTs a body to the node at `url` (`http://user:password@host:port`) and returns the text of the
 * answer.
 */
export async function post(url: string, body: string): Promise<string> {
  try {
    return await postOnce(url, body);
  } catch {
    // The node closes connections that were idle for half a minute.
    return postOnce(url, body);
  }
}

function postOnce(url: string, body: string): Promise<string> {
  const { hostname, port, username, password, pathname: path } = new URL(url);
  return new Promise((done, fail) => {
    const auth = `${username}:${password}`;
    const call = request({ hostname, port, path, method: 'POST', auth, agent }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
    });
    call.on('error', fail);
    call.end(body);
  });
}
