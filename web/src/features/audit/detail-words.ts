import { useLingui } from '@lingui/react/macro'

/** What an entry says beside its action, in words: of what kind it was, which fields changed, what choices became. */
export function useDetailWords(): (details: Readonly<Record<string, unknown>>) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    kind: t`Item`,
    fields: t`Campos`,
    host: t`Endereço`,
    profile: t`Perfil`,
    queueIds: t`Filas`,
    queueId: t`Fila`,
    connectionId: t`Conexão`,
    allTicket: t`Atendimentos sem fila`,
    hours: t`Horário de atendimento`,
    name: t`Nome`,
    url: t`Endereço`,
    events: t`Eventos`,
    active: t`Ativo`,
    status: t`Status`,
    number: t`Número`,
  }
  const values: Readonly<Record<string, string>> = {
    contact: t`Contato`,
    queue: t`Fila`,
    queueOption: t`Opção do chatbot`,
    user: t`Usuário`,
    connection: t`Conexão`,
    tag: t`Etiqueta`,
    quickMessage: t`Resposta rápida`,
    schedule: t`Agendamento`,
    fileList: t`Lista de arquivos`,
    contactList: t`Lista de contatos`,
    campaign: t`Campanha`,
    campaignSettings: t`Configurações de campanhas`,
    chat: t`Chat interno`,
    queueIntegration: t`Integração`,
    webhook: t`Webhook`,
    help: t`Ajuda`,
    announcement: t`Informativo`,
    prompt: t`Prompt`,
    ticket: t`Atendimento`,
    ticketNote: t`Anotação`,
    message: t`Mensagem`,
    admin: t`Administrador`,
    supervisor: t`Supervisor`,
    enabled: t`Ativado`,
    disabled: t`Desativado`,
    true: t`Sim`,
    false: t`Não`,
    ...names,
  }
  const word = (value: unknown) => values[String(value)] ?? String(value)
  return (details) =>
    Object.entries(details)
      .filter(([, value]) => value !== null)
      .map(
        ([name, value]) => `${names[name] ?? name}: ${Array.isArray(value) ? value.map(word).join(', ') : word(value)}`,
      )
      .join(' · ')
}
