import type { RpcMethod } from '../method.ts';
import { abandontransaction } from './abandontransaction.ts';
import { abortrescan } from './abortrescan.ts';
import { addhdkey } from './addhdkey.ts';
import { analyzepsbt } from './analyzepsbt.ts';
import { backupwallet } from './backupwallet.ts';
import { bumpfee } from './bumpfee.ts';
import { combinepsbt } from './combinepsbt.ts';
import { converttopsbt } from './converttopsbt.ts';
import { createmultisig } from './createmultisig.ts';
import { createpsbt } from './createpsbt.ts';
import { createwallet } from './createwallet.ts';
import { createwalletdescriptor } from './createwalletdescriptor.ts';
import { decodepsbt } from './decodepsbt.ts';
import { decodewallet } from './decodewallet.ts';
import { deriveaddresses } from './deriveaddresses.ts';
import { derivehdkey } from './derivehdkey.ts';
import { descriptorprocesspsbt } from './descriptorprocesspsbt.ts';
import { echo, echojson } from './echo.ts';
import { encryptwallet } from './encryptwallet.ts';
import { enumeratesigners } from './enumeratesigners.ts';
import { estimatesmartfee } from './estimatesmartfee.ts';
import { exportlabels } from './exportlabels.ts';
import { exportwallet } from './exportwallet.ts';
import { exportwatchonlywallet } from './exportwatchonlywallet.ts';
import { finalizepsbt } from './finalizepsbt.ts';
import { fundrawtransaction } from './fundrawtransaction.ts';
import { getaddressesbylabel } from './getaddressesbylabel.ts';
import { getaddressinfo } from './getaddressinfo.ts';
import { getbalance } from './getbalance.ts';
import { getbalances } from './getbalances.ts';
import { getbestblockhash } from './getbestblockhash.ts';
import { getblockchaininfo } from './getblockchaininfo.ts';
import { getblockcount } from './getblockcount.ts';
import { getblockhash } from './getblockhash.ts';
import { getblocktemplate } from './getblocktemplate.ts';
import { getdescriptorinfo } from './getdescriptorinfo.ts';
import { gethdkeys } from './gethdkeys.ts';
import { getmempoolinfo } from './getmempoolinfo.ts';
import { getnetworkinfo } from './getnetworkinfo.ts';
import { getnewaddress } from './getnewaddress.ts';
import { getpeerinfo } from './getpeerinfo.ts';
import { getrawchangeaddress } from './getrawchangeaddress.ts';
import { getrawtransaction } from './getrawtransaction.ts';
import { getreceivedbyaddress } from './getreceivedbyaddress.ts';
import { getreceivedbylabel } from './getreceivedbylabel.ts';
import { gettransaction } from './gettransaction.ts';
import { gettxout } from './gettxout.ts';
import { gettxoutproof } from './gettxoutproof.ts';
import { getwalletinfo } from './getwalletinfo.ts';
import { createHelp } from './help.ts';
import { importdescriptors } from './importdescriptors.ts';
import { importlabels } from './importlabels.ts';
import { importprunedfunds } from './importprunedfunds.ts';
import { importwallet } from './importwallet.ts';
import { joinpsbts } from './joinpsbts.ts';
import { keypoolrefill } from './keypoolrefill.ts';
import { listaddressgroupings } from './listaddressgroupings.ts';
import { listdescriptors } from './listdescriptors.ts';
import { listlabels } from './listlabels.ts';
import { listlockunspent } from './listlockunspent.ts';
import { listoutbox } from './listoutbox.ts';
import { listreceivedbyaddress } from './listreceivedbyaddress.ts';
import { listreceivedbylabel } from './listreceivedbylabel.ts';
import { listsinceblock } from './listsinceblock.ts';
import { listtransactions } from './listtransactions.ts';
import { listunspent } from './listunspent.ts';
import { listwalletdir } from './listwalletdir.ts';
import { listwallets } from './listwallets.ts';
import { loadwallet } from './loadwallet.ts';
import { lockunspent } from './lockunspent.ts';
import { markoutboxsent } from './markoutboxsent.ts';
import { migratewallet } from './migratewallet.ts';
import { psbtbumpfee } from './psbtbumpfee.ts';
import { rawMethods } from './raw.ts';
import { removeprunedfunds } from './removeprunedfunds.ts';
import { rescanblockchain } from './rescanblockchain.ts';
import { restorewallet } from './restorewallet.ts';
import { review } from './review.ts';
import { send } from './send.ts';
import { sendall } from './sendall.ts';
import { sendmany } from './sendmany.ts';
import { sendoutbox } from './sendoutbox.ts';
import { sendrawtransaction } from './sendrawtransaction.ts';
import { sendtoaddress } from './sendtoaddress.ts';
import { setlabel } from './setlabel.ts';
import { setmocktime } from './setmocktime.ts';
import { setwalletflag } from './setwalletflag.ts';
import { signmessage } from './signmessage.ts';
import { signmessagewithprivkey } from './signmessagewithprivkey.ts';
import { signrawtransactionwithwallet } from './signrawtransactionwithwallet.ts';
import { simulaterawtransaction } from './simulaterawtransaction.ts';
import { submitpackage } from './submitpackage.ts';
import { testmempoolaccept } from './testmempoolaccept.ts';
import { unloadwallet } from './unloadwallet.ts';
import { utxoupdatepsbt } from './utxoupdatepsbt.ts';
import { validateaddress } from './validateaddress.ts';
import { verifymessage } from './verifymessage.ts';
import { verifytxoutproof } from './verifytxoutproof.ts';
import { walletcreatefundedpsbt } from './walletcreatefundedpsbt.ts';
import { walletdisplayaddress } from './walletdisplayaddress.ts';
import { walletlock } from './walletlock.ts';
import { walletpassphrase } from './walletpassphrase.ts';
import { walletpassphrasechange } from './walletpassphrasechange.ts';
import { walletprocesspsbt } from './walletprocesspsbt.ts';

const documented: readonly RpcMethod[] = [
  ...rawMethods,
  sendrawtransaction,
  submitpackage,
  testmempoolaccept,
  getrawtransaction,
  getbestblockhash,
  getblockchaininfo,
  getblockcount,
  getblockhash,
  getmempoolinfo,
  gettxout,
  gettxoutproof,
  verifytxoutproof,
  getnetworkinfo,
  getpeerinfo,
  createmultisig,
  decodewallet,
  deriveaddresses,
  estimatesmartfee,
  getdescriptorinfo,
  signmessagewithprivkey,
  validateaddress,
  verifymessage,
  createpsbt,
  converttopsbt,
  decodepsbt,
  analyzepsbt,
  utxoupdatepsbt,
  descriptorprocesspsbt,
  combinepsbt,
  joinpsbts,
  finalizepsbt,
  send,
  sendtoaddress,
  sendmany,
  sendall,
  bumpfee,
  psbtbumpfee,
  fundrawtransaction,
  simulaterawtransaction,
  listoutbox,
  sendoutbox,
  markoutboxsent,
  abandontransaction,
  walletcreatefundedpsbt,
  createwallet,
  loadwallet,
  unloadwallet,
  listwallets,
  listwalletdir,
  encryptwallet,
  backupwallet,
  restorewallet,
  migratewallet,
  review,
  setlabel,
  importwallet,
  exportwallet,
  importlabels,
  exportlabels,
  rescanblockchain,
  lockunspent,
  listtransactions,
  listlockunspent,
  gettransaction,
  abortrescan,
  signmessage,
  signrawtransactionwithwallet,
  listunspent,
  getbalance,
  getbalances,
  getaddressinfo,
  getnewaddress,
  getrawchangeaddress,
  getwalletinfo,
  importdescriptors,
  listdescriptors,
  walletprocesspsbt,
  walletlock,
  walletpassphrase,
  walletpassphrasechange,
  listsinceblock,
  listreceivedbyaddress,
  listreceivedbylabel,
  getreceivedbyaddress,
  getreceivedbylabel,
  listlabels,
  getaddressesbylabel,
  listaddressgroupings,
  keypoolrefill,
  gethdkeys,
  derivehdkey,
  createwalletdescriptor,
  setwalletflag,
  importprunedfunds,
  removeprunedfunds,
  addhdkey,
  exportwatchonlywallet,
  walletdisplayaddress,
  enumeratesigners,
  getblocktemplate,
  setmocktime,
  echo,
  echojson,
];

/** All methods. A new one needs a file and a line here. */
export const methods: readonly RpcMethod[] = [...documented, createHelp(documented)];
