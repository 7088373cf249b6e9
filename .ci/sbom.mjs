// The bill of materials of a release, in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/), out of package-lock.json: what the built files
// contain, which the build has listed in dist/LICENSES.txt. It has no time and no random number in it: the same commit gives the same bytes.
// node .ci/sbom.mjs prints it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceCommit, version } from './commit.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = 'node_modules/';

/** Of https://github.com/package-url/purl-spec: the at sign of a scope is escaped. */
const purlOf = (name, of) => `pkg:npm/${name.replace('@', '%40')}@${of}`;

/** Packages that bundles contain although nothing that is installed asks for them. */
function bundledNames() {
  const text = readFileSync(join(root, 'dist', 'LICENSES.txt'), 'utf8');
  return [...text.matchAll(/(?:^|\n-{72}\n\n)(\S+) \S+\n/g)].map(([, name]) => name);
}

/** `dependencies` of a package, each looked up as Node.js does: in its own folder first, then in those around it. */
function dependenciesOf(packages, path) {
  const { dependencies = {}, optionalDependencies = {}, devDependencies = {} } = packages[path];
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const built = path === '' ? bundledNames().filter((name) => name in devDependencies) : [];
  return [...new Set([...names, ...built])].map((name) => {
    for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf(FOLDER) - 1))) {
      const found = `${from === '' ? '' : `${from}/`}${FOLDER}${name}`;
      if (packages[found] !== undefined) return found;
      if (from === '') throw new Error(`${path || 'package.json'} needs ${name}: npm install`);
    }
  });
}

/** Of several licences, which of them in what way. */
const licenceOf = (license) =>
  license.includes(' ') ? { expression: license } : { license: { id: license } };

function component(path, { version: of, license, integrity }) {
  const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
  const [algorithm, digest] = integrity.split('-');
  return {
    type: 'library',
    'bom-ref': purlOf(name, of),
    name,
    version: of,
    hashes: [
      {
        alg: algorithm.replace('sha', 'SHA-'),
        content: Buffer.from(digest, 'base64').toString('hex'),
      },
    ],
    licenses: [licenceOf(license)],
    purl: purlOf(name, of),
  };
}

export function billOfMaterials(commit = sourceCommit()) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { name, description, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const paths = new Set();
  const visit = (path) => {
    if (paths.has(path)) return;
    paths.add(path);
    for (const each of dependenciesOf(packages, path)) visit(each);
  };
  visit('');
  const self = purlOf(name, version);
  const refs = new Map([['', self]]);
  const components = [...paths]
    .filter((path) => path !== '')
    .sort()
    .map((path) => {
      const made = component(path, packages[path]);
      refs.set(path, made['bom-ref']);
      return made;
    });
  const node = {
    type: 'platform',
    'bom-ref': `node@${process.versions.node}`,
    name: 'Node.js',
    version: process.versions.node,
    description: 'In the executables; the other files run on what is installed',
    purl: `pkg:generic/node@${process.versions.node}`,
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name,
        version,
        description,
        licenses: [{ license: { id: license } }],
        purl: self,
        properties: [{ name: 'coldsign:commit', value: commit }],
      },
    },
    components: [...components, node],
    dependencies: [
      ...[...refs].map(([path, ref]) => ({
        ref,
        dependsOn: [
          ...dependenciesOf(packages, path).map((each) => refs.get(each)),
          ...(path === '' ? [node['bom-ref']] : []),
        ].sort(),
      })),
      { ref: node['bom-ref'], dependsOn: [] },
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(billOfMaterials(), null, 2));
}
