export const workersEntry: string;
export function entriesOf(root: string): Readonly<Record<string, string>>;
