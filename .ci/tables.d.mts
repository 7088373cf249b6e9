/** Packs the page's texts: the English tables, and those of each other language by its tag. */
export function packTables(english: object, others: { readonly [tag: string]: object }): string;
