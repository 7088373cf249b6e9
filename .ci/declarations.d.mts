export function withComments(file: string, read: (file: string) => string): string;
