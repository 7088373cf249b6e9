import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { run } from '../run.ts';

const folder = join(root, '.tmp/hermes');
const program = (name: string) => join(folder, 'node_modules', name);
const virtualMachine = program('hermes-engine-cli/linux64-bin/hermes');
const compiler = program('hermes-compiler/hermesc/linux64-bin/hermesc');

/** Before the runs in Hermes: its packages, which are large, apart from those of everybody. */
export default function setup(): void {
  const lock = 'package-lock.json';
  const wanted = readFileSync(join(root, 'test/hermes', lock), 'utf8');
  const there = join(folder, lock);
  if (existsSync(virtualMachine) && readFileSync(there, 'utf8') === wanted) return;
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', lock])
    cpSync(join(root, 'test/hermes', name), join(folder, name));
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}

type Babel = {
  transform(code: string, options: object): { readonly code: string };
};

/** As React Native's preset does for a Hermes that has no classes: block scopes go with them. */
function lowered(script: string): string {
  const babel: Babel = createRequire(import.meta.url)(program('@babel/standalone'));
  const plugins = ['transform-classes', 'transform-block-scoping'];
  return babel.transform(script, { compact: true, sourceType: 'script', plugins }).code;
}

/** What the script prints, line by line. It is of ES2016, but for bigints. */
export async function runInHermes(script: string, name: string): Promise<readonly string[]> {
  const file = join(folder, `${name}.js`);
  writeFileSync(file, lowered(script));
  const { code, stdout, stderr } = await run(virtualMachine, ['-w', file], { cwd: folder });
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout.trimEnd().split('\n');
}

/** Compiles as the build of an app does; throws for what the compiler does not understand. */
export async function compileForHermes(script: string, name: string): Promise<void> {
  const file = join(folder, `${name}.es.js`);
  writeFileSync(file, script);
  const options = ['-w', '-O', '-emit-binary', '-out', `${file}.hbc`, file];
  const { code, stderr } = await run(compiler, options, { cwd: folder });
  if (code !== 0) throw new Error(stderr);
}
