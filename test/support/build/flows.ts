import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../paths.ts';

/** A program of test/flows, which is the code of a page of the guide. */
export type Flow = {
  readonly name: string;
  readonly text: string;
  /** The page that contains the program. */
  readonly page: string;
  /** The output that the page promises. */
  readonly prints: string;
};

const blockOf = (language: string) =>
  new RegExp(`(\`\`\`${language}\\n)([\\s\\S]*?)(\\n\`\`\`\\n)`);

export const flows: readonly Flow[] = readdirSync(join(root, 'test/flows'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
  .map((name) => {
    const text = readFileSync(join(root, 'test/flows', `${name}.ts`), 'utf8').trimEnd();
    const page = readFileSync(join(root, 'docs/guide', `${name}.md`), 'utf8');
    const prints = blockOf('text').exec(page)?.[2] ?? '';
    return { name, text, page, prints };
  });

/** Returns true if the program calls a server, which its test starts. */
export const needsServer = ({ page }: Flow): boolean => page.includes('```sh\ncoldsign serve ');

/**
 * Programs without threads, servers and another library's curve. They run in Hermes, and from
 * source.
 */
export const portableFlows = flows.filter(
  (flow) => !/coldsign\/workers|@noble\/curves/.test(flow.text) && !needsServer(flow),
);

/** Returns the page with the current program. */
export function pageWith({ page, text }: Flow): string {
  return page.replace(
    blockOf('ts'),
    (_, begin: string, _old: string, end: string) => begin + text + end,
  );
}

/** Printed at the end of the program. */
export const END = 'end of the flow';

/**
 * Converts the program to a module with a function `run`, which prints by a global `print`, and
 * bigints as Node does.
 */
export function asModule({ text }: Pick<Flow, 'text'>): string {
  const [imports = ''] = /^(?:import [\s\S]*?;\n)+/.exec(text) ?? [];
  return `${imports}
    const show = (value) => (typeof value === 'bigint' ? value + 'n' : String(value));
    const console = { log: (...values) => print(values.map(show).join(' ')) };
    const program = async () => {\n${text.slice(imports.length)}\n};
    export const run = () => program().then(() => print('${END}'), (error) => print('failed: ' + error + (error.stack || '')));`;
}

/** Bundles the program and the built package into one script for a browser. */
export const bundleFlow = (flow: Flow): Promise<string> =>
  bundleModule(`${asModule(flow)}\nrun();`, 'iife');

/** Bundles the text of a module and the built package. */
export async function bundleModule(
  contents: string,
  format: 'esm' | 'iife' = 'esm',
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, sourcefile: 'flow.ts', loader: 'ts' },
    bundle: true,
    write: false,
    format,
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
