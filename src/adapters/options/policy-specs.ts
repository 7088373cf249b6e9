import type { OptionSpec } from './specs.ts';

export const policyOptionSpecs: readonly OptionSpec[] = [
  {
    name: 'policy',
    argument: '<strict|none|file>',
    help: 'Which findings of a review stop a signing: strict (all that say stop), none, or a JSON file {"strict": true, "allow": [ids], "refuse": [ids]} (default: strict for sign, none for methods; ids in docs/review.md)',
  },
];
