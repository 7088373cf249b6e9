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

/** Whether it calls a server, which its test starts. */
export const needsServer = ({ page }: Flow): boolean => page.includes('```sh\ncoldsign serve ');

/** Those without threads and servers. They run in Hermes, and from source. */
export const portableFlows = flows.filter(
  (flow) => !flow.text.includes('coldsign/workers') && !needsServer(flow),
);

/** The page as it is with the program of today. */
export function pageWith({ page, text }: Flow): string {
  return page.replace(
    blockOf('ts'),
    (_, begin: string, _old: string, end: string) => begin + text + end,
  );
}

/** Said when the program came to its end. */
export const END = 'end of the flow';

/**
 * The program as a module with a function `run`, which prints by a function `print` of its
 * surroundings, and bigints as Node does.
 */
export function asModule({ text }: Pick<Flow, 'text'>): string {
  const [imports = ''] = /^(?:import [\s\S]*?;\n)+/.exec(text) ?? [];
  return `${imports}
    const show = (value) => (typeof value === 'bigint' ? value + 'n' : String(value));
    const console = { log: (...values) => print(values.map(show).join(' ')) };
    const program = async () => {\n${text.slice(imports.length)}\n};
    export const run = () => program().then(() => print('${END}'), (error) => print('failed: ' + error + (error.stack || '')));`;
}

/** The program and the built package in one script for a browser. */
export async function bundleFlow(flow: Flow): Promise<string> {
  const contents = `${asModule(flow)}\nrun();`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, sourcefile: 'flow.ts', loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
