import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { packTables } from '../../.ci/tables.mjs';
import { engineTexts } from '../../src/adapters/page/engine-words.ts';
import { engineWords, readTables, setLanguage } from '../../src/adapters/page/language.ts';
import { english } from '../../src/adapters/page/words.ts';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { readVector, root } from '../support/paths.ts';

const tags = ['de', 'es', 'fr', 'ja', 'pt'] as const;
beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  const tables = tags.map((tag) => [tag, JSON.parse(readFileSync(join(root, 'src/adapters/page/languages', `${tag}.json`), 'utf8'))]);
  readTables(packTables({ words: english, engine: engineTexts, manual: [] } as any, Object.fromEntries(tables)));
});
const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));
const TRY = 'x';

function* changes(text: string): Iterable<string> {
  yield text;
  yield text.slice(0, text.length / 2);
  yield text.slice(text.length / 2);
  const lines = text.split('\n');
  for (let i = 0; i < Math.min(lines.length, 12); i++) yield lines.filter((_, j) => j !== i).join('\n');
  yield text.replace(/[xyzZ]pub.{20}/, (k) => k.slice(0, -3) + 'zzz');
  yield text.replace(/[xyzZ]pub\w+/, '');
  yield text.replace(/\d/g, '9');
  let json: any;
  try { json = JSON.parse(text); } catch { return; }
  const paths: string[][] = [];
  const walk = (value: any, at: string[]) => {
    if (typeof value !== 'object' || value === null || at.length > 4) return;
    for (const k of Object.keys(value)) { paths.push([...at, k]); walk(value[k], [...at, k]); }
  };
  walk(json, []);
  for (const path of paths.slice(0, 40)) for (const v of [undefined, 7, 'zz', [], {}, null]) {
    const copy = structuredClone(json);
    let o = copy; for (const k of path.slice(0, -1)) o = o[k];
    if (v === undefined) delete o[path.at(-1)!]; else o[path.at(-1)!] = v;
    yield JSON.stringify(copy);
  }
}
test('collect', async () => {
  const met = new Map<string, string>();
  const note = (m: string, n: string) => { if (m && !met.has(m)) met.set(m, n); };
  for (const [name, text] of Object.entries(files)) {
    for (const each of changes(text)) {
      const engine = createEngine(() => undefined);
      const seen: any = engine.takeText(each);
      if (seen.status === 'refused') { note(seen.message, name); continue; }
      if (seen.status !== 'done') continue;
      try {
        const view: any = await engine.openCarried('');
        for (const k of Object.keys(view)) if (/notes|warn|lost|doubt/i.test(k)) for (const s of [view[k]].flat()) if (typeof s === 'string') note(`${k}: ${s}`, name);
        for (const s of JSON.stringify(view).match(/"[A-Z][^"]* [^"]* [^"]*"/g) ?? []) note(s, name);
      } catch (e: any) { note(e.message, name); }
    }
  }
  setLanguage('de');
  const out = [...met].map(([m, n]) => `${engineWords(m) === m ? 'EN' : 'tr'} ${n} | ${m.slice(0, 300)}`).sort();
  writeFileSync('/tmp/t3w/met.txt', out.join('\n'));
  expect(TRY).toBe('x');
}, 600000);
