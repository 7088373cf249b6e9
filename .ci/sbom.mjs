// Makes the bill of materials of a release in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/):
// the output of `npm sbom` for the bundled packages, which the build has listed in
// dist/LICENSES.txt. It has no time and no random number, so the same commit gives the same bytes.
// node .ci/sbom.mjs prints it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceCommit, version } from './commit.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (...path) => readFileSync(join(root, ...path), 'utf8');

/** Returns packages that bundles contain although no installed package depends on them. */
function bundledNames({ devDependencies }) {
  const text = read('dist', 'LICENSES.txt');
  const names = [...text.matchAll(/(?:^|\n-{72}\n\n)(\S+) \S+\n/g)].map(([, name]) => name);
  return names.filter((name) => name in devDependencies);
}

const node = {
  type: 'platform',
  'bom-ref': `node@${process.versions.node}`,
  name: 'Node.js',
  version: process.versions.node,
  description: 'In the executables; the other files run on what is installed',
  purl: `pkg:generic/node@${process.versions.node}`,
};

export function billOfMaterials(commit = sourceCommit()) {
  const about = JSON.parse(read('package.json'));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const said = JSON.parse(execFileSync(npm, options, { cwd: root, encoding: 'utf8' }));
  const known = new Map(said.components.map((each) => [each['bom-ref'], each]));
  const needs = new Map(said.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const self = said.metadata.component['bom-ref'];
  const direct = new Set([...Object.keys(about.dependencies), ...bundledNames(about)]);
  const needsOf = (ref) =>
    needs.get(ref).filter((each) => ref !== self || direct.has(known.get(each).name));
  // The loop also visits items added while it runs.
  const found = new Set([self]);
  for (const ref of found) for (const each of needsOf(ref)) found.add(each);
  const packages = [...found].filter((ref) => ref !== self).sort();
  const { purl, licenses } = said.metadata.component;
  const { name, description } = about;
  const properties = [{ name: 'coldsign:commit', value: commit }];
  const component = { type: 'application', 'bom-ref': self, name, version, description };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...component, licenses, purl, properties } },
    // Include only members that do not depend on npm's version.
    components: [
      ...packages.map((ref) => {
        const {
          type,
          name: of,
          version: at,
          hashes,
          licenses: terms,
          purl: place,
        } = known.get(ref);
        return {
          type,
          'bom-ref': ref,
          name: of,
          version: at,
          hashes,
          licenses: terms,
          purl: place,
        };
      }),
      node,
    ],
    dependencies: [
      { ref: self, dependsOn: [...needsOf(self), node['bom-ref']].sort() },
      ...packages.map((ref) => ({ ref, dependsOn: [...needsOf(ref)].sort() })),
      { ref: node['bom-ref'], dependsOn: [] },
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(billOfMaterials(), null, 2));
}
