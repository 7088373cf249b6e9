import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenPage, openPage } from '../support/screens/browser.ts';

/** The exports of the bundle that are used here. */
type Engine = {
  execute(method: string, params: string, options: object): Promise<string>;
};

declare global {
  interface Window {
    readonly coldsign: Engine;
  }
}

type Step = {
  readonly body: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly help?: true };
};
type Recorded = {
  readonly cases: readonly { readonly id: string; readonly steps: readonly Step[] }[];
};

let open: OpenPage;

beforeAll(async () => {
  open = await openPage();
});
afterAll(async () => {
  expect(open.strangers).toEqual([]);
  await open.close();
});

test('creates, signs and verifies the example', async () => {
  const outcome = await open.page.evaluate(async () => {
    const { execute } = window.coldsign;
    const read = async (name: string) => (await fetch(`/vectors/example/${name}.json`)).text();
    const options = { network: 'testnet4' };
    const unsigned = await execute(
      'createrawtransaction',
      `[${await read('inputs')},${await read('outputs')}]`,
      options,
    );
    const params = `[${unsigned},${await read('privkeys')},${await read('prevtxs')}]`;
    return JSON.parse(await execute('signrawtransactionwithkey', params, options));
  });
  expect(outcome).toMatchObject({ complete: false, errors: [{ vout: 2 }] });
});

const files = [
  ['create.regtest.json', 'regtest'],
  ['sign.regtest.json', 'regtest'],
  ['sign.main.json', 'main'],
  ['script.regtest.json', 'regtest'],
] as const;

test.each(files)('answers %s as recorded', async (name, network) => {
  const { count, wrong } = await open.page.evaluate(
    async ([name, network]) => {
      const { execute } = window.coldsign;
      const recorded: Recorded = await (await fetch(`/vectors/core-recorded/${name}`)).json();
      const call = /^\{"jsonrpc":"1\.0","id":"o","method":"(\w+)","params":([\s\S]*)\}$/;
      const answer = async (method: string, params: string) => {
        try {
          return {
            result: JSON.parse(await execute(method, params, { network, profile: 'core' })),
          };
        } catch (error) {
          const { code, message } = error as { code: number; message: string };
          return { error: { code, message } };
        }
      };
      const wrong: string[] = [];
      let count = 0;
      for (const { id, steps } of recorded.cases) {
        for (const { body, result, error } of steps) {
          const [, method, params] = call.exec(body) ?? [];
          if (method === undefined || params === undefined) continue;
          count += 1;
          const ours = await answer(method, params);
          const firstLine = (text: string) => (error?.help ? text.split('\n')[0] : text);
          const same = error
            ? ours.error?.code === error.code &&
              firstLine(ours.error.message) === firstLine(error.message)
            : JSON.stringify(ours.result) === JSON.stringify(result);
          if (!same) wrong.push(id);
        }
      }
      return { count, wrong };
    },
    [name, network] as const,
  );
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(50);
  console.log(`${name}: ${count} calls in the browser`);
});
