// Valid requests of the routes of whoever runs the installation, and of who signs up to it: companies, plans, invoices, settings.
import { newId } from 'db/kit/new-id.ts'
import type { Example } from './requests.ts'
import type { Tenant } from './tenant.ts'

export const officeRoutes: Readonly<Record<string, (of: Tenant) => Example[]>> = {
  'GET /companies/cadastro': () => [{}],
  'POST /companies/cadastro/confirm': () => [{ body: { token: 'nada', password: 'outra-senha-1' } }],
  'POST /companies/cadastro': () => [
    { body: { name: 'Nova', email: `${newId()}@empresa.example`, password: 'segredo-1', planId: newId() } },
  ],
  'POST /companies': () => [{ body: { name: 'Nova', planId: newId() } }],
  'PUT /companies/:id': (of) => [{ params: { id: of.company.id }, body: { name: 'Outra' } }],
  'DELETE /companies/:id': (of) => [{ params: { id: of.company.id } }],
  'POST /companies/:id/extend': (of) => [{ params: { id: of.company.id }, body: { recurrence: 'MENSAL' } }],
  'GET /companies/:id/invoices': (of) => [{ params: { id: of.company.id } }],
  'POST /companies/:id/invoices/:invoiceId/pay': (of) => [
    { params: { id: of.company.id, invoiceId: of.invoiceId }, body: { note: 'Depósito' } },
    { params: { id: of.company.id, invoiceId: of.invoiceId }, body: { note: 'Depósito', chargeId: of.chargeId } },
  ],
  'POST /companies/:id/payments/:paymentId/reverse': (of) => [
    { params: { id: of.company.id, paymentId: of.paymentId }, body: { reason: 'Engano' } },
  ],
  'POST /companies/:id/payments/seen': (of) => [{ params: { id: of.company.id } }],
  'GET /plans/:id': () => [{ params: { id: newId() } }],
  'POST /plans': () => [{ body: { name: 'Novo' } }],
  'PUT /plans/:id': () => [{ params: { id: newId() }, body: { name: 'Outro' } }],
  'DELETE /plans/:id': () => [{ params: { id: newId() } }],
  'PUT /installation/efi': () => [{ body: { clientId: 'x' } }],
  'DELETE /installation/efi': () => [{}],
  'POST /pix/efi/:secret': () => [{ params: { secret: 'x' }, body: { pix: [] } }],
  'POST /pix/efi/:secret/pix': () => [{ params: { secret: 'x' }, body: { pix: [] } }],
  'PUT /installation': () => [{ body: { signup: false } }],
}
