export function compileKernel(options?: {
  isNamed?: boolean;
  edit?: (name: string, text: string) => string;
}): Promise<Uint8Array>;
