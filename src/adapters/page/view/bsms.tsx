import type { CreatedBsmsKey } from '../../../formats/bsms-setup.ts';
import { useEngine } from '../client.ts';
import { useState } from '../dom.ts';
import { engineText, strings } from '../language.ts';
import type { BsmsView } from '../worker/bsms.ts';
import type { KeysView } from '../worker/view-keys.ts';
import { Intake } from './intake.tsx';
import {
  Button,
  Card,
  Grouped,
  Notices,
  Paragraphs,
  Problem,
  TextField,
  useProblem,
} from './parts.tsx';
import { ResultExport } from './result-export.tsx';

type Props = { readonly keys: KeysView; readonly onKeys: (keys: KeysView) => void };

/** The signer's side of BSMS: a key record out, a wallet record in. */
export function Bsms({ keys, onKeys }: Props) {
  const engine = useEngine();
  const [token, setToken] = useState('');
  const [wallet, setWallet] = useState<BsmsView>();
  const { problem, run } = useProblem();
  const { bsms } = strings;
  return (
    <>
      <h2>{bsms.title}</h2>
      <p>{bsms.help}</p>
      <Problem text={problem} />
      <KeyRecord
        keys={keys}
        token={token}
        onToken={setToken}
        run={run}
        isNext={wallet === undefined}
      />
      <Card id="bsms-wallet" title={bsms.wallet}>
        <Intake
          id="bsms"
          onTaken={async () => {
            setWallet(undefined);
            setWallet(await engine.checkBsmsWallet(token));
          }}
        />
        {wallet === undefined ? null : (
          <Confirmation
            wallet={wallet}
            onRegister={() => run(async () => onKeys(await engine.openBsmsWallet(wallet.record)))}
          />
        )}
      </Card>
    </>
  );
}

type RecordProps = Pick<Props, 'keys'> & {
  readonly token: string;
  readonly onToken: (token: string) => void;
  readonly run: ReturnType<typeof useProblem>['run'];
  /** True if the record is the next step of the screen. */
  readonly isNext: boolean;
};

/** Makes the record of the own key, and exports it. */
function KeyRecord({ keys, token, onToken, run, isNext }: RecordProps) {
  const engine = useEngine();
  const coin = keys.network === 'main' ? 0 : 1;
  const [path, setPath] = useState(`m/48h/${coin}h/0h/2h`);
  const [description, setDescription] = useState('');
  const [made, setMade] = useState<CreatedBsmsKey>();
  const { bsms } = strings;
  const make = () =>
    run(async () => setMade(await engine.makeBsmsKey({ path, description, token })));
  return (
    <Card id="bsms-key" title={bsms.key}>
      <TextField id="bsms-name" label={bsms.name} value={description} onText={setDescription} />
      <details>
        <summary>{bsms.more}</summary>
        <TextField
          id="bsms-token"
          label={bsms.token}
          help={bsms.tokenHelp}
          value={token}
          onText={onToken}
        />
        <TextField id="bsms-path" label={bsms.path} value={path} onText={setPath} />
      </details>
      <Button class={isNext && made === undefined ? 'main' : ''} label={bsms.make} onClick={make} />
      {made === undefined ? null : (
        <>
          <p class="mono">{made.key}</p>
          <ResultExport
            key={made.text}
            shown={{ kind: 'text', text: made.text }}
            file={{ name: `key.${made.extension}`, content: made.text }}
            reader="plain"
            isMain={isNext}
          />
        </>
      )}
    </Card>
  );
}

type ConfirmationProps = { readonly wallet: BsmsView; readonly onRegister: () => void };

/** Details that all signers compare. */
function Confirmation({ wallet, onRegister }: ConfirmationProps) {
  const { firstAddress, required, total, positions, restrictions, notes } = wallet;
  const { bsms } = strings;
  return (
    <section aria-label={bsms.wallet}>
      <Notices tone="warn" texts={notes.map(engineText)} />
      <p>
        <strong>{bsms.address}</strong> <Grouped text={firstAddress} />
      </p>
      <p>{required === undefined ? bsms.anyPolicy(total) : bsms.policy(required, total)}</p>
      <p>{bsms.position(positions.join(', '))}</p>
      <p>
        {bsms.paths} <span class="mono">{restrictions}</span>
      </p>
      <Paragraphs
        kind="mono"
        texts={wallet.wallet.descriptors.map(({ descriptor }) => descriptor)}
      />
      <p class="help">{bsms.compare}</p>
      <Button class="main" label={bsms.register} onClick={onRegister} />
    </section>
  );
}
