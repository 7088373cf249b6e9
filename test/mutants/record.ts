// npm run record:tests: writes to vectors/watchers.json which tests call most functions of each source file
// that no test has the name of, or imports. Its argument is the file that executed.ts wrote.
import { readFileSync } from 'node:fs';
import type { Executed } from './executed.ts';
import { type Recorded, readRecorded, watchedFiles, writeRecorded } from './watchers.ts';

const [file = '.tmp/executed.jsonl'] = process.argv.slice(2);
const MOST = 3;

/** A test, the number of functions of one file that it calls, and the part of its calls. */
type Caller = { readonly test: string; readonly called: number; readonly share: number };

const callers = new Map<string, Caller[]>();
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const { test, calls }: Executed = JSON.parse(line);
  const all = Object.values(calls).reduce((sum, count) => sum + count, 0);
  for (const [name, called] of Object.entries(calls)) {
    const list = callers.get(name) ?? [];
    list.push({ test, called, share: called / all });
    callers.set(name, list);
  }
}

/** Returns the tests that call nearly the most functions, those first that call little else. */
function best(list: readonly Caller[] = []): readonly string[] {
  const most = Math.max(...list.map(({ called }) => called));
  const near = list.filter(({ called }) => called >= 0.8 * most);
  const least = Math.max(...near.map(({ share }) => share)) / 10;
  const ordered = near
    .filter(({ share }) => share >= least)
    .sort((a, b) => b.share - a.share || a.test.localeCompare(b.test));
  return [...new Set(ordered.map(({ test }) => test))].slice(0, MOST);
}

const before = readRecorded();
const rows = watchedFiles().map(({ file: name, tests }): [string, Recorded] => {
  const { kills, calls: known } = before[name] ?? {};
  const isEvident = tests.some(({ evidence }) => evidence === 'name' || evidence === 'import');
  const found = isEvident ? [] : best(callers.get(name));
  const calls = found.length > 0 || isEvident ? found : known;
  return [name, { ...(kills && { kills }), ...(calls && calls.length > 0 && { calls }) }];
});
writeRecorded(new Map(rows));
