// The server's own keys: root → intermediate → leaf, the leaf being the Noise key that each handshake presents. Part of
// the persisted state, so that a client which pins the root still trusts the simulator after a restart.

import { Curve, proto } from '@whiskeysockets/baileys'
import type { KeyPair } from '@whiskeysockets/baileys'

export interface ServerKeys {
  root: KeyPair
  noise: KeyPair
  certificateChain: Uint8Array
}

export function createServerKeys(root: KeyPair = Curve.generateKeyPair()): ServerKeys {
  const intermediate = Curve.generateKeyPair()
  const noise = Curve.generateKeyPair()
  const chain = proto.CertChain.encode({
    // Baileys expects serial 0 as the issuer of the intermediate.
    intermediate: signCertificate({ serial: 1, issuerSerial: 0, key: intermediate.public }, root),
    leaf: signCertificate({ serial: 2, issuerSerial: 1, key: noise.public }, intermediate),
  })
  return { root, noise, certificateChain: chain.finish() }
}

function signCertificate(details: proto.CertChain.NoiseCertificate.IDetails, issuer: KeyPair) {
  const encoded = proto.CertChain.NoiseCertificate.Details.encode(details).finish()
  return { details: encoded, signature: Curve.sign(issuer.private, encoded) }
}
