import { expect, test } from 'vitest';
import { helpText } from '../../src/rpc/help.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { methodTypes } from '../support/method-types.ts';
import { vectorPath } from '../support/paths.ts';
import { publicEntries } from '../support/public-names.ts';

/** A page under docs/. `npm run docs` writes it anew; the diff then shows what changed for users. */
function page(name: string): string {
  return vectorPath(`../docs/${name}`);
}

test('docs/methods.md holds the help of every method', async () => {
  const byName = methods.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const sections = byName.map(
    (method) => `## ${method.name}\n\n\`\`\`text\n${helpText(method)}\n\`\`\`\n`,
  );
  const head = '# Methods\n\nWhat `coldsign help METHOD` prints. Written by `npm run docs`.\n';
  await expect([head, ...sections].join('\n')).toMatchFileSnapshot(page('methods.md'));
});

test('docs/api.md holds every exported name', async () => {
  const sections = publicEntries().map(({ specifier, names }) => {
    const rows = names.map(({ name, kind, meaning }) => `| \`${name}\` | ${kind} | ${meaning} |`);
    return [`## ${specifier}`, '', '| name | kind | meaning |', '|---|---|---|', ...rows, ''].join(
      '\n',
    );
  });
  const head = '# Exported names\n\nBy entry of the package. Written by `npm run docs`.\n';
  await expect([head, ...sections].join('\n')).toMatchFileSnapshot(page('api.md'));
});

test('src/rpc/method-types.ts holds the types of every method', async () => {
  const file = vectorPath('../src/rpc/method-types.ts');
  await expect(methodTypes(methods)).toMatchFileSnapshot(file);
});

test('every exported name says what it means', () => {
  const silent = publicEntries().flatMap(({ specifier, names }) =>
    names.filter(({ meaning }) => meaning === '').map(({ name }) => `${specifier}: ${name}`),
  );
  expect(silent).toEqual([]);
});
