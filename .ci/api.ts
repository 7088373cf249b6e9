// Prints every exported name of the package with its declaration, as JSON: node .ci/ts.mjs .ci/api.ts
import { declarationsOf } from './declared.ts';
import { emitDeclarations } from './emitted.ts';
import { browserEntries, publicEntries } from './public-names.ts';

/** The declaration that replaces all methods, which have their own page. */
const methods = 'type Methods = { … }; // every method: docs/methods.md';

const entries = [...publicEntries(), ...browserEntries()];
const read = emitDeclarations(entries.map(({ types }) => types));
const api = entries.map(({ specifier, names, types }) => {
  const declared = declarationsOf(types, read);
  const texts = names.map(({ name }): readonly [string, string] => {
    const text = name === 'Methods' ? methods : declared.get(name);
    if (text === undefined) throw new Error(`${specifier} ${name} has no declaration`);
    return [name, text];
  });
  return { specifier, names: texts };
});
process.stdout.write(JSON.stringify(api));
