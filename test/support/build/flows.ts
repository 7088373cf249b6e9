import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../paths.ts';

/** A program of test/flows, which is the code of a page of the guide. */
export type Flow = {
  readonly name: string;
  readonly text: string;
  /** The page, with the program in it. */
  readonly page: string;
  /** What the page says that it prints. */
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

/** Those that need only the language: no threads, and no random numbers of the platform. */
export const portableFlows = flows.filter(({ text }) => !/coldsign\/workers|crypto\./.test(text));

/** Those that run without a built package. */
export const bundledFlows = flows.filter(({ text }) => !text.includes('coldsign/workers'));

/** The page as it is with the program of today. */
export function pageWith({ page, text }: Flow): string {
  return page.replace(
    blockOf('ts'),
    (_, begin: string, _old: string, end: string) => begin + text + end,
  );
}

/** Said when the program came to its end. */
export const END = 'end of the flow';

/** Prints bigints as Node does. A script may not wait at its top: the program becomes a function. */
function asScript({ text }: Flow): string {
  const [imports = ''] = /^(?:import [\s\S]*?;\n)+/.exec(text) ?? [];
  return `${imports}
    const show = (value) => (typeof value === 'bigint' ? value + 'n' : String(value));
    const console = { log: (...values) => print(values.map(show).join(' ')) };
    const run = async () => {\n${text.slice(imports.length)}\n};
    run().then(() => print('${END}'), (error) => print('failed: ' + error + (error.stack || '')));`;
}

/** The program and the built package in one script, which prints by a function \`print\` of its surroundings. */
export async function bundleFlow(flow: Flow, target: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: asScript(flow), resolveDir: root, sourcefile: 'flow.ts', loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    target,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
