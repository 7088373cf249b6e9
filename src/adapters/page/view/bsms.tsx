import type { BsmsWallet, CreatedBsmsKey } from '../../../formats/bsms-setup.ts';
import type { Client } from '../client.ts';
import { useState } from '../dom.ts';
import { words } from '../language.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { CarryOut } from './carry-out.tsx';
import { Intake } from './intake.tsx';
import { Card, Field, failing, Grouped, Problem, unkept } from './parts.tsx';

type Props = {
  readonly engine: Client;
  readonly keys: KeysView;
  readonly onKeys: (keys: KeysView) => void;
};

/** The signer's side of BSMS: a key record out, a wallet record in. */
export function Bsms({ engine, keys, onKeys }: Props) {
  const coin = keys.network === 'main' ? 0 : 1;
  const [token, setToken] = useState('');
  const [path, setPath] = useState(`m/48h/${coin}h/0h/2h`);
  const [description, setDescription] = useState('');
  const [made, setMade] = useState<CreatedBsmsKey>();
  const [wallet, setWallet] = useState<BsmsWallet>();
  const [problem, setProblem] = useState<string>();
  const run = async (step: () => Promise<void>) => setProblem(await failing(step));
  const fields = [
    ['token', words.bsms.token, token, setToken],
    ['path', words.bsms.path, path, setPath],
    ['name', words.bsms.name, description, setDescription],
  ] as const;
  return (
    <details>
      <summary>{words.bsms.title}</summary>
      <Card id="bsms" title={words.bsms.title}>
        <p>{words.bsms.help}</p>
        <Problem text={problem} />
        {fields.map(([name, label, value, set]) => (
          <Field
            key={name}
            id={`bsms-${name}`}
            label={label}
            {...(name === 'token' && { help: words.bsms.tokenHelp })}
          >
            <input
              id={`bsms-${name}`}
              type="text"
              value={value}
              onInput={(event) => set(event.currentTarget.value)}
              {...unkept}
            />
          </Field>
        ))}
        <button
          type="button"
          onClick={() =>
            run(async () => setMade(await engine.makeBsmsKey({ path, description, token })))
          }
        >
          {words.bsms.make}
        </button>
        {made === undefined ? null : (
          <>
            <p class="mono">{made.key}</p>
            <CarryOut
              key={made.text}
              engine={engine}
              shown={{ kind: 'text', text: made.text }}
              file={{ name: `key.${made.extension}`, content: made.text }}
              reader="plain"
            />
          </>
        )}
        <h3>{words.bsms.wallet}</h3>
        <Intake
          engine={engine}
          id="bsms"
          onTaken={async () => {
            setWallet(undefined);
            setWallet(await engine.checkBsmsWallet(token));
            return undefined;
          }}
        />
        {wallet === undefined ? null : (
          <Confirmation
            wallet={wallet}
            onRegister={() => run(async () => onKeys(await engine.openBsmsWallet(wallet.record)))}
          />
        )}
      </Card>
    </details>
  );
}

type ConfirmationProps = { readonly wallet: BsmsWallet; readonly onRegister: () => void };

/** Details that all signers compare. */
function Confirmation({ wallet, onRegister }: ConfirmationProps) {
  const { firstAddress, required, total, positions, restrictions } = wallet;
  return (
    <section aria-label={words.bsms.wallet}>
      <p>
        <strong>{words.bsms.address}</strong> <Grouped text={firstAddress} />
      </p>
      <p>
        {required === undefined ? words.bsms.anyPolicy(total) : words.bsms.policy(required, total)}
      </p>
      <p>{words.bsms.position(positions.join(', '))}</p>
      <p>
        {words.bsms.paths} <span class="mono">{restrictions}</span>
      </p>
      {wallet.wallet.descriptors.map(({ descriptor }) => (
        <p key={descriptor} class="mono">
          {descriptor}
        </p>
      ))}
      <p class="help">{words.bsms.compare}</p>
      <button type="button" class="main" onClick={onRegister}>
        {words.bsms.register}
      </button>
    </section>
  );
}
