import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packTables } from '../../../.ci/tables.mjs';
import { engineTexts } from '../../../src/adapters/page/engine-messages.ts';
import { readTables } from '../../../src/adapters/page/language.ts';
import { english } from '../../../src/adapters/page/strings.ts';
import { root } from '../paths.ts';

/** The languages of the page beside English. */
export const otherLanguages = ['de', 'es', 'fr', 'ja', 'pt'] as const;

/** Gives the page the texts of all its languages, as its build does. */
export function readLanguages(): void {
  const tables = otherLanguages.map((tag) => {
    const path = join(root, 'src/adapters/page/languages', `${tag}.json`);
    return [tag, JSON.parse(readFileSync(path, 'utf8'))];
  });
  readTables(packTables({ words: english, engine: engineTexts }, Object.fromEntries(tables)));
}
