import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** A real Firefox, or `undefined` if this machine has none. */
export const firefoxProgram: string | undefined = programs.find(existsSync);

/** Preferences that prevent requests to Mozilla, and save files in the test's folder. */
const preferences = (downloads: string): readonly (readonly [string, unknown])[] => [
  ['marionette.port', 0],
  ['browser.download.dir', downloads],
  ['browser.download.folderList', 2],
  ['browser.shell.checkDefaultBrowser', false],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
  ['app.normandy.enabled', false],
  ['services.settings.server', 'data:,'],
  ['browser.newtabpage.enabled', false],
  ['browser.startup.page', 0],
];

/** A page in a real Firefox, driven by its remote control (Marionette). */
export type FirefoxPage = {
  /** Runs a function given as text in the page, and returns its result, which may be a promise. */
  run<T>(script: string): Promise<T>;
  /** Runs a script with the browser's privileges. */
  runInside<T>(script: string): Promise<T>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  goto(url: string): Promise<void>;
  /** Takes a PNG. */
  picture(): Promise<Buffer>;
  /** The folder of saved files. */
  readonly downloads: string;
  close(): Promise<void>;
};

export async function startFirefox(): Promise<FirefoxPage> {
  const profile = mkdtempSync(join(tmpdir(), 'coldsign-firefox-'));
  const downloads = join(profile, 'saved');
  mkdirSync(downloads);
  const lines = preferences(downloads).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const options = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote'];
  const child = spawn(firefoxProgram ?? '', [...options, '--profile', profile], {
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  const send = await connect(await portOf(profile, child));
  await send('WebDriver:NewSession', {});
  const run = async <T>(script: string): Promise<T> => {
    const answer = await send('WebDriver:ExecuteScript', {
      script: `return (async () => { ${script} })();`,
      args: [],
      sandbox: null,
    });
    return (answer as { readonly value: T }).value;
  };
  return {
    run,
    async runInside<T>(script: string) {
      await send('Marionette:SetContext', { value: 'chrome' });
      try {
        return await run<T>(script);
      } finally {
        await send('Marionette:SetContext', { value: 'content' });
      }
    },
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send('WebDriver:PerformActions', {
        actions: [{ type: 'key', id: 'keyboard', actions }],
      });
    },
    async goto(url) {
      await send('WebDriver:Navigate', { url });
    },
    async picture() {
      const answer = await send('WebDriver:TakeScreenshot', { full: true });
      return Buffer.from((answer as { readonly value: string }).value, 'base64');
    },
    downloads,
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Reads the port that Firefox has chosen from its profile. */
async function portOf(profile: string, child: ChildProcess): Promise<number> {
  const file = join(profile, 'MarionetteActivePort');
  while (child.exitCode === null) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (port > 0) return port;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`Firefox ended with ${child.exitCode}`);
}

type Send = (command: string, parameters: object) => Promise<unknown>;

/** Messages are `LENGTH:[type, id, ...]`: a command has type 0, an answer type 1. */
async function connect(port: number): Promise<Send> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  const waiting = new Map<number, (answer: readonly [error: unknown, value: unknown]) => void>();
  const greeted = new Promise<void>((done, failed) => {
    socket.once('error', failed);
    readMessages(socket, (message) => {
      if (!Array.isArray(message)) return done();
      const [, id, error, value] = message;
      waiting.get(id)?.([error, value]);
    });
  });
  await greeted;
  let last = 0;
  return async (command, parameters) => {
    last += 1;
    const id = last;
    const text = JSON.stringify([0, id, command, parameters]);
    const answered = new Promise<readonly [unknown, unknown]>((done) => waiting.set(id, done));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [error, value] = await answered;
    if (error !== null) throw new Error(`${command}: ${JSON.stringify(error)}`);
    return value;
  };
}

function readMessages(socket: Socket, hear: (message: unknown) => void): void {
  let unread = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const colon = unread.indexOf(':');
      const end = colon + 1 + Number(unread.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || unread.length < end) return;
      const text = unread.subarray(colon + 1, end).toString();
      unread = unread.subarray(end);
      hear(JSON.parse(text));
    }
  });
}
