import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { run } from '../run.ts';
import { installApart } from './apart.ts';
import { installPackage } from './installed.ts';

const folder = join(root, '.tmp/hermes');
const program = (name: string) => join(folder, 'node_modules', name);
const virtualMachine = program('hermes-engine-cli/linux64-bin/hermes');
const compiler = program('hermes-compiler/hermesc/linux64-bin/hermesc');

/** Before the runs in Hermes. */
export default function setup(): void {
  installApart('test/hermes', ['metro.config.cjs', 'babel.config.cjs']);
}

/** What the app of `bundleByMetro` imports, by the names of its files: modules of TypeScript. */
export type AppFiles = { readonly [file: string]: string };

/**
 * Bundles an app as React Native's release build does: Metro, React Native's Babel preset, and the
 * package with its dependencies in the app's `node_modules`. `index.ts` starts the app. The bundle
 * is for engines as old as Hermes 0.12, which has no classes. React Native leaves making it small
 * to the compiler of Hermes.
 */
export async function bundleByMetro(
  name: string,
  app: AppFiles,
  { minify = false } = {},
): Promise<string> {
  const home = join(folder, name);
  rmSync(home, { recursive: true, force: true });
  const installed = installPackage({ dependencies: true });
  cpSync(join(installed.folder, 'node_modules'), join(home, 'node_modules'), {
    recursive: true,
    // Metro does not follow links that leave the project.
    dereference: true,
  });
  installed.remove();
  for (const [file, text] of Object.entries(app)) writeFileSync(join(home, file), text);
  const out = join(home, 'app.bundle.js');
  const metro = [program('metro/src/cli.js'), 'build', `${name}/index.ts`, '--out', out];
  metro.push('--config', 'metro.config.cjs', '--platform', 'android', '--dev', 'false');
  metro.push('--minify', String(minify));
  const { code, stdout, stderr } = await run(process.execPath, metro, { cwd: folder });
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  return readFileSync(out, 'utf8');
}

type Babel = {
  transformSync(code: string, options: object): { readonly code: string };
};

/** As React Native's preset does for a Hermes that has no classes: block scopes go with them. */
export function lowered(script: string): string {
  const require = createRequire(join(folder, 'package.json'));
  const babel: Babel = require('@babel/core');
  const plugins = ['@babel/plugin-transform-classes', '@babel/plugin-transform-block-scoping'];
  const options = { compact: true, sourceType: 'script', configFile: false, cwd: folder, plugins };
  return babel.transformSync(script, options).code;
}

/** What the script prints, line by line. It has no class, and no syntax that Hermes 0.12 lacks. */
export async function runInHermes(script: string, name: string): Promise<readonly string[]> {
  const file = join(folder, `${name}.js`);
  writeFileSync(file, script);
  const { code, stdout, stderr } = await run(virtualMachine, ['-w', file], { cwd: folder });
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout.trimEnd().split('\n');
}

/**
 * Compiles as the build of an app does, to that many bytes; throws for what the compiler does not
 * understand.
 */
export async function compileForHermes(script: string, name: string): Promise<number> {
  const file = join(folder, `${name}.es.js`);
  writeFileSync(file, script);
  const options = ['-w', '-O', '-emit-binary', '-out', `${file}.hbc`, file];
  const { code, stderr } = await run(compiler, options, { cwd: folder });
  if (code !== 0) throw new Error(stderr);
  return statSync(`${file}.hbc`).size;
}
