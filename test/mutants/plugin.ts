import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutate.ts';

/** The mutant that `npm run test:mutants` passes to each test run. */
export type MutantOfRun = Mutant & { readonly file: string };

const given: MutantOfRun | undefined =
  JSON.parse(process.env.COLDSIGN_MUTANT ?? 'null') ?? undefined;

/** Replaces a file by a mutant. The file on disk stays unchanged. */
export const mutants = {
  name: 'mutants',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => {
    if (given === undefined) return null;
    const file = fileURLToPath(new URL(`../../${given.file}`, import.meta.url));
    if (id !== file) return null;
    return code.slice(0, given.start) + given.text + code.slice(given.end);
  },
};
