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

/** Builds before the runs in Hermes. */
export default function setup(): void {
  installApart('test/hermes', ['metro.config.cjs', 'babel.config.cjs']);
}

/** Modules of TypeScript by file name, which the app of `bundleByMetro` imports. */
export type AppFiles = { readonly [file: string]: string };

/**
 * Bundles an app like React Native's release build: Metro, React Native's Babel preset, and the
 * package with its dependencies in the app's `node_modules`. `index.ts` starts the app. The bundle
 * is for engines as old as Hermes 0.12, which has no classes. React Native leaves minification to
 * the compiler of Hermes.
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

/**
 * Lowers classes like React Native's preset for a Hermes without them, and block scopes with them.
 */
export function lowered(script: string): string {
  const require = createRequire(join(folder, 'package.json'));
  const babel: Babel = require('@babel/core');
  const plugins = ['@babel/plugin-transform-classes', '@babel/plugin-transform-block-scoping'];
  const options = { compact: true, sourceType: 'script', configFile: false, cwd: folder, plugins };
  return babel.transformSync(script, options).code;
}

/**
 * Runs a script and returns the lines that it prints. It must have no class, and no syntax that
 * Hermes 0.12 lacks.
 */
export async function runInHermes(script: string, name: string): Promise<readonly string[]> {
  const file = join(folder, `${name}.js`);
  writeFileSync(file, script);
  const { code, stdout, stderr } = await run(virtualMachine, ['-w', file], { cwd: folder });
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout.trimEnd().split('\n');
}

/**
 * Compiles like the build of an app, and returns the number of bytes. Throws for code that the
 * compiler rejects.
 */
export async function compileForHermes(script: string, name: string): Promise<number> {
  const file = join(folder, `${name}.es.js`);
  writeFileSync(file, script);
  const options = ['-w', '-O', '-emit-binary', '-out', `${file}.hbc`, file];
  const { code, stderr } = await run(compiler, options, { cwd: folder });
  if (code !== 0) throw new Error(stderr);
  return statSync(`${file}.hbc`).size;
}
