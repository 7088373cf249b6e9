import { readdirSync } from 'node:fs';
import { vectorPath } from '../paths.ts';
import type { Case } from '../review/rows.ts';

/** The findings that have a program in vectors/review/make/. */
export const madeFindings: readonly string[] = readdirSync(vectorPath('review/make')).flatMap(
  (name) => (name.endsWith('.ts') ? [name.replace('.ts', '')] : []),
);

/** Returns the text of vectors/review/FINDING-ID.json. */
export async function madeVectors(about: string): Promise<string> {
  const made: { readonly cases: readonly Case[] } = await import(
    `../../../vectors/review/make/${about}.ts`
  );
  const rows = made.cases.map(({ name, ...rest }) => {
    const findings = rest.findings ?? (rest.has ? [about] : []);
    return `  ${JSON.stringify({ name, about, ...rest, findings })}`;
  });
  return `[\n${rows.join(',\n')}\n]\n`;
}
