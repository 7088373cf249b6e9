/** As in package.json; a test holds them together. */
export const version = '0.1.0';
