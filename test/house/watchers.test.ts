import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchedFiles } from '../mutants/watchers.ts';
import { root } from '../support/paths.ts';

const files = watchedFiles();

test('nine of ten source files have a test that watches them', () => {
  const watched = files.filter(({ tests, isTypesOnly }) => tests.length > 0 || isTypesOnly);
  expect(watched.length / files.length).toBeGreaterThan(0.9);
});

/** Returns the folders of src in their order, with their files. */
function rooms(): ReadonlyMap<string, typeof files> {
  const found = new Map<string, (typeof files)[number][]>();
  for (const each of files) {
    const [, room = '', ...rest] = each.file.split('/');
    const name = rest.length > 0 ? `src/${room}` : 'src';
    found.set(name, [...(found.get(name) ?? []), each]);
  }
  return found;
}

function rowOf(room: string, { file, tests, isTypesOnly }: (typeof files)[number]): string {
  const names = tests.map(
    ({ test: name, evidence }) => `${name.replace(/^test\/|\.test\.ts$/g, '')} (${evidence})`,
  );
  const none = isTypesOnly ? 'types only' : 'none known';
  return `| ${file.slice(room.length + 1)} | ${names.join(', ') || none} |`;
}

test('test/README.md lists the tests that watch each source file', async () => {
  const head = `# Which tests watch a file

Find the file that you change, and run its tests:
\`npx vitest run --config test/vitest.config.ts test/NAME\`. \`npm run docs\` makes this page, and a test
keeps it true. [CONTRIBUTING](../CONTRIBUTING.md#where-a-rooms-tests-are) has the tests of each room.

Each test has the reason why it is listed, the strongest first. A file has at most three tests.

| reason | meaning |
|---|---|
| mutant | it failed when \`npm run record:mutants\` changed the file |
| name | it has the name of the file |
| import | it imports the file |
| calls | in a recorded run it called most functions of the file, and few others |
| built | it runs the built kernel, page or web worker that contains the file |
| method | it calls the RPC method that the file declares |

A house test fails if fewer than nine of ten files have a test or only types.
\`npm run record:tests\` records calls, and \`COLDSIGN_ROOMS=psbt,review npm run record:mutants\` mutants.
`;
  const tables = [...rooms()].map(([room, all]) => {
    const rows = all.map((each) => rowOf(room, each));
    return `## ${room}\n\n| file | tests |\n|---|---|\n${rows.join('\n')}\n`;
  });
  await expect([head, ...tables].join('\n')).toMatchFileSnapshot(join(root, 'test/README.md'));
});
