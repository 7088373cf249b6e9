import { join } from 'node:path';
import {
  API,
  type Checker,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';
import { publicEntries } from '../../../.ci/public-names.ts';
import { root } from '../paths.ts';

/** The declared type of an argument, as far as objects are in it. */
export type Shape = {
  /** The name of the type, for a fixture. */
  readonly name: string;
  /** Members of an object, with the shape of each. */
  readonly members: ReadonlyMap<string, Member>;
  /** Shapes of the items of a list, a Map or a dictionary. */
  readonly items: () => readonly Shape[];
};

type Member = {
  readonly isOptional: boolean;
  readonly isFunction: boolean;
  readonly shapes: () => readonly Shape[];
};

/** An exported function, with the shapes that each of its parameters may have. */
export type DeclaredFunction = {
  readonly name: string;
  readonly parameters: readonly (readonly Shape[])[];
};

/** Classes and values of the language, whose members are not ours. */
const FOREIGN =
  /^(Uint8Array|Uint8ClampedArray|ArrayBuffer|SharedArrayBuffer|Promise|PrivateKey|Bytes|Date|Error)\b/;
const CONTAINER = /^(ReadonlyMap|Map|ReadonlySet|Set)</;

/**
 * Returns the functions that each entry exports, as the compiler reads their declarations. Members
 * are read until `close`.
 */
export function declaredFunctions(): {
  readonly entries: ReadonlyMap<string, readonly DeclaredFunction[]>;
  close(): void;
} {
  const api = new API({ cwd: root });
  const [project] = api
    .updateSnapshot({ openProjects: [join(root, 'test/tsconfig.json')] })
    .getProjects();
  if (project === undefined) throw new Error('no project');
  const { checker, program } = project;
  const found = publicEntries().map(({ specifier, types }) => {
    const file = program.getSourceFile(join(root, 'src', types.replace(/\.d\.ts$/, '.ts')));
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${specifier} has no module`);
    const functions = checker.getExportsOfModule(module).flatMap((exported) => {
      const isAlias = (exported.flags & SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      if ((symbol.flags & SymbolFlags.Value) === 0) return [];
      const type = checker.getTypeOfSymbol(symbol);
      const [first, ...others] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
      const last = others.at(-1) ?? first;
      if (last === undefined) return [];
      const parameters = last
        .getParameters()
        .map((parameter) => shapesOf(checker, checker.getTypeOfSymbol(parameter)));
      return [{ name: exported.name, parameters }];
    });
    return [specifier, functions] as const;
  });
  return { entries: new Map(found), close: () => api.close() };
}

const known = new Map<number, Shape>();

/** Returns the objects that a value of this type may be. */
function shapesOf(checker: Checker, type: Type | undefined): readonly Shape[] {
  if (type === undefined) return [];
  if (type.isUnionType()) return type.getTypes().flatMap((each) => shapesOf(checker, each));
  if ((type.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0) return [];
  const text = checker.typeToString(type);
  if (FOREIGN.test(text)) return [];
  if (checker.getSignaturesOfType(type, SignatureKind.Call).length > 0) return [];
  if (checker.isArrayType(type) || checker.isTupleType(type) || CONTAINER.test(text)) {
    if (!type.isTypeReference()) return [];
    const inside = checker.getTypeArguments(type).slice(CONTAINER.test(text) ? -1 : 0);
    const items = () => inside.flatMap((each) => shapesOf(checker, each));
    return [{ name: text, members: new Map(), items }];
  }
  const earlier = known.get(type.id);
  if (earlier !== undefined) return [earlier];
  const members = new Map<string, Member>();
  const values = checker.getIndexInfosOfType(type).map(({ valueType }) => valueType);
  const items = () => values.flatMap((each) => shapesOf(checker, each));
  const shape = { name: type.getAliasSymbol()?.name ?? text, members, items };
  known.set(type.id, shape);
  for (const property of checker.getPropertiesOfType(type)) {
    if (property.name.startsWith('__')) continue;
    const own = checker.getTypeOfSymbol(property);
    const plain = own && checker.getNonNullableType(own);
    members.set(property.name, {
      isOptional: (property.flags & SymbolFlags.Optional) !== 0,
      isFunction: plain ? checker.getSignaturesOfType(plain, SignatureKind.Call).length > 0 : false,
      shapes: () => shapesOf(checker, own),
    });
  }
  return [shape];
}
