// Prints the bill of materials of the image in CycloneDX 1.6: node sbom.mjs ROOT, with the folder of
// the system. It lists each package of packages.lock with its version, digest and licences, but not
// those of without.txt, which the build removes again.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [root = ''] = process.argv.slice(2);
const lock = readFileSync(new URL('packages.lock', import.meta.url), 'utf8');
const without = readFileSync(new URL('without.txt', import.meta.url), 'utf8').split('\n');

/** Returns the licences that a package's copyright file names, or none if it is free text. */
function licencesOf(name) {
  const path = join(root, 'usr/share/doc', name, 'copyright');
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  if (!/^Format:/m.test(text)) return [];
  const names = [...text.matchAll(/^License:[ \t]*(\S.*)$/gm)].map(([, licence]) => licence.trim());
  return [...new Set(names)].sort();
}

const components = lock
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .filter(([use, name]) => use === 'packages' && !without.includes(name))
  .map(([, name, version, content]) => {
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?distro=trixie`;
    const found = licencesOf(name);
    const licences = found.length > 0 ? found : [`see /usr/share/doc/${name}/copyright`];
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      hashes: [{ alg: 'SHA-256', content }],
      licenses: licences.map((licence) => ({ license: { name: licence } })),
      purl,
    };
  });

console.log(
  JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'operating-system', name: 'coldsign-live' } },
      components,
    },
    null,
    2,
  ),
);
