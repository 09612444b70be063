import { useLingui } from '@lingui/react/macro'
import type { AuditAction } from 'db/audit/rules.ts'

/** What was done, in words. */
export function useAuditWords(): Record<AuditAction, string> {
  const { t } = useLingui()
  return {
    login: t`Entrou`,
    'login.failed': t`Tentativa de entrar recusada`,
    logout: t`Saiu`,
    'session.ended': t`Encerrou um acesso`,
    'password.changed': t`Mudou a própria senha`,
    'password.set': t`Definiu a senha de outra pessoa`,
    'password.linkMade': t`Gerou um link para a nova senha de outra pessoa`,
    'password.reset': t`Definiu uma nova senha por link`,
    'secondFactor.added': t`Ativou verificação em duas etapas`,
    'secondFactor.removed': t`Removeu verificação em duas etapas`,
    'secondFactor.codesRenewed': t`Gerou códigos de recuperação`,
    'secondFactor.codeUsed': t`Usou um código de recuperação`,
    'secondFactor.reset': t`Removeu a verificação de outra pessoa`,
    'user.added': t`Adicionou um usuário`,
    'user.invited': t`Convidou uma pessoa`,
    'invitation.revoked': t`Revogou um convite`,
    'invitation.accepted': t`Aceitou um convite`,
    'user.changed': t`Mudou um usuário`,
    'settings.changed': t`Mudou configurações`,
    'secret.changed': t`Mudou uma credencial`,
    added: t`Adicionou um recurso`,
    changed: t`Mudou a configuração de um recurso`,
    deleted: t`Excluiu`,
    'contact.merged': t`Juntou contatos`,
    'contact.numberChanged': t`Mudou o número de um contato`,
    'contact.exported': t`Pediu a cópia dos dados de uma pessoa`,
    'contact.downloaded': t`Baixou a cópia dos dados de uma pessoa`,
    'contact.erased': t`Apagou uma pessoa`,
    retention: t`Apagado por prazo`,
    'ticket.readElsewhere': t`Leu um atendimento de outra fila`,
    'conversations.copied': t`Recebeu no aparelho a cópia dos atendimentos de todas as filas`,
    'conversations.searched': t`Buscou nos atendimentos de todas as filas`,
    'company.added': t`Adicionou uma empresa`,
    'company.changed': t`Mudou uma empresa`,
    'company.deleted': t`Excluiu uma empresa`,
    'payment.marked': t`Marcou um pagamento`,
    'payment.reversed': t`Estornou um pagamento`,
    'plan.changed': t`Mudou um plano`,
    'installation.changed': t`Mudou a instalação`,
  }
}
