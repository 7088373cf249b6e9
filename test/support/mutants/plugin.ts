import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutate.ts';

/** What `npm run test:mutants` gives each test run. */
export type MutantOfRun = Mutant & { readonly file: string };

const given: MutantOfRun | undefined =
  JSON.parse(process.env.COLDSIGN_MUTANT ?? 'null') ?? undefined;

/** Puts a mutant in the place of a file, which stays unchanged on disk. */
export const mutants = {
  name: 'mutants',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => {
    if (given === undefined) return null;
    const file = fileURLToPath(new URL(`../../../${given.file}`, import.meta.url));
    if (id !== file) return null;
    return code.slice(0, given.start) + given.text + code.slice(given.end);
  },
};
