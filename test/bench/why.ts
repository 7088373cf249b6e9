// npm run bench:app -- --why, after npm run build: which rooms the code of small apps comes from.
import { type AppSize, sizeOfApp } from '../support/build/initial.ts';
import { printTable } from './measure.ts';

/** Apps by what they import. */
const apps: Readonly<Record<string, string>> = {
  createrawtransaction: "import { createrawtransaction } from 'coldsign/rpc';",
  'createrawtransaction, signrawtransactionwithkey':
    "import { createrawtransaction, signrawtransactionwithkey } from 'coldsign/rpc';",
  'fund, sign': "import { openAccount, fund, sign, finalize } from 'coldsign';",
  'address from an xpub': "import { openAccount } from 'coldsign';",
  'sign a PSBT': "import { sign } from 'coldsign';",
  review: "import { review } from 'coldsign';",
  'parse a PSBT': "import { parsePsbt } from 'coldsign';",
};

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** Returns the room of a file of the package, or the name of another package. */
function roomOf(file: string): string {
  const [, inPackage] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  const [, room] = /dist\/esm\/([^/]+)\//.exec(file) ?? [];
  return inPackage ?? room ?? 'the app';
}

/** Adds the gzipped bytes by room: its share of the bytes that load with the app. */
function byRoom({ files, initial }: AppSize): ReadonlyMap<string, number> {
  const all = [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
  const rooms = new Map<string, number>();
  for (const [file, bytes] of files) {
    rooms.set(roomOf(file), (rooms.get(roomOf(file)) ?? 0) + (bytes / all) * initial);
  }
  return rooms;
}

/** Prints the size of each app, and the kilobytes of each room in it. */
export async function printRooms(): Promise<void> {
  const sizes: (readonly [string, AppSize])[] = [];
  for (const [name, imports] of Object.entries(apps)) sizes.push([name, await sizeOfApp(imports)]);
  console.log(
    'kB, gzipped, by Vite: what an app loads at once, and with all that calls load later',
  );
  printTable(
    ['app', 'at once', 'with all'],
    sizes.map(([name, { initial, all }]) => [name, kilobytes(initial), kilobytes(all)]),
  );
  const shares = sizes.map(([, size]) => byRoom(size));
  const rooms = [...new Set(shares.flatMap((each) => [...each.keys()]))];
  const weight = (room: string) => Math.max(...shares.map((each) => each.get(room) ?? 0));
  rooms.sort((a, b) => weight(b) - weight(a));
  console.log('\nthe same by room, its share of what loads at once');
  printTable(
    ['room', ...sizes.map(([name]) => name)],
    rooms.map((room) => [room, ...shares.map((each) => kilobytes(each.get(room) ?? 0))]),
  );
}
