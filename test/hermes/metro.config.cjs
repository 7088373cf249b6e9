// What the app of React Native's template sets and a bundle for Hermes depends on.
const { join } = require('node:path');
const { FileStore } = require('metro-cache');

module.exports = {
  projectRoot: __dirname,
  cacheStores: [new FileStore({ root: join(__dirname, 'cache') })],
  resolver: { unstable_conditionNames: ['react-native'], useWatchman: false },
  transformer: {
    getTransformOptions: async () => ({ transform: { inlineRequires: true } }),
  },
  // React Native's polyfills belong to its native part. Hermes has what the programs need.
  serializer: { getPolyfills: () => [] },
};
