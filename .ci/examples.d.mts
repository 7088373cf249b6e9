type Example = {
  /** Relative to `docs/examples`. */
  readonly path: string;
  readonly specifier: string;
  readonly name: string;
  readonly code: string;
};

export function readExamples(root: string): readonly Example[];
export function completeComments(
  root: string,
  read: (file: string) => string,
): (file: string) => string;
