// Certificates for TLS on loopback, for tests: an authority, a server's for 127.0.0.1 and a client's, as PEM and as the .p12 file without a
// password that banks hand out.
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'

export interface TestIdentity {
  /** PEM. */
  cert: string
  /** PEM. */
  key: string
}

export interface TestCertificates {
  /** PEM: who signed both. */
  ca: string
  server: TestIdentity
  client: TestIdentity
  /** The client's certificate and key as base64. */
  clientPfx: string
}

export interface TestCertificateOptions {
  /** The server's address. */
  serverIp?: string
  /** Days from now, of the server's; what is over is below zero. */
  serverDays?: number
  /** Of the client's. */
  clientDays?: number
}

export async function newTestCertificates({
  serverIp = '127.0.0.1',
  serverDays = 1,
  clientDays = 1,
}: TestCertificateOptions = {}): Promise<TestCertificates> {
  const [authority, client] = await Promise.all([newKeys(), newKeys()])
  const name = [{ name: 'commonName', value: 'authority of a test' }]
  // The authority is the server as well: one pair of keys less to make.
  const server = sign(
    authority.public,
    { serial: '01', subject: name, issuer: name, signer: authority.private, days: serverDays },
    [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: serverIp }] },
    ],
  )
  const subject = [{ name: 'commonName', value: 'client of a test' }]
  const cert = sign(
    client.public,
    { serial: '02', subject, issuer: name, signer: authority.private, days: clientDays },
    [{ name: 'extKeyUsage', clientAuth: true }],
  )
  const pfx = forge.pkcs12.toPkcs12Asn1(client.private, cert, '', { algorithm: 'aes256' })
  return {
    ca: forge.pki.certificateToPem(server),
    server: { cert: forge.pki.certificateToPem(server), key: authority.pem },
    client: { cert: forge.pki.certificateToPem(cert), key: client.pem },
    clientPfx: forge.util.encode64(forge.asn1.toDer(pfx).getBytes()),
  }
}

async function newKeys() {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    pem: privateKey,
    private: forge.pki.privateKeyFromPem(privateKey),
    public: forge.pki.publicKeyFromPem(publicKey),
  }
}

interface Signing {
  serial: string
  subject: forge.pki.CertificateField[]
  issuer: forge.pki.CertificateField[]
  signer: forge.pki.rsa.PrivateKey
  days: number
}

function sign(
  publicKey: forge.pki.rsa.PublicKey,
  { serial, subject, issuer, signer, days }: Signing,
  extensions: object[],
) {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = serial
  const dayMs = 24 * 60 * 60 * 1000
  certificate.validity.notBefore = new Date(Date.now() - 10 * dayMs)
  certificate.validity.notAfter = new Date(Date.now() + days * dayMs)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  certificate.setExtensions(extensions)
  certificate.sign(signer, forge.md.sha256.create())
  return certificate
}
