/** The oldest supported release, as in `engines` of package.json. */
const OLDEST = [20, 19] as const;

/** Returns the message for a Node.js version that is too old, or `undefined`. */
export function nodeTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `coldsign needs Node.js ${OLDEST.join('.')} or newer, best 22 or newer; this is ${version}`;
}
