// Code → text, the only place. A new code of db/kit/errors.ts without a text here does not compile.
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { numberRefusals } from 'db/contacts/numbers.ts'
import type { PasswordRefusal, passwordRefusals } from 'db/users/password-strength.ts'
import { AppError, type ErrorCode, type ErrorDetails } from 'db/kit/errors.ts'
import { formatDate } from './date-time.ts'
import { isNetworkError } from '../data/network-error.ts'

const notFound = msg`Nada encontrado com este ID.`

const messages: Record<ErrorCode, MessageDescriptor | ((details: ErrorDetails) => string)> = {
  ERR_VALIDATION: msg`Alguns dados não são válidos. Confira e tente de novo.`,
  ERR_INVALID_CREDENTIALS: msg`E-mail ou senha incorretos.`,
  ERR_INVALID_SECOND_FACTOR: msg`O código não confere ou já foi usado. Espere o próximo e tente de novo.`,
  ERR_LOGIN_STEP_EXPIRED: msg`Demorou demais, ou já foi concluído. Comece de novo.`,
  ERR_LINK_EXPIRED: msg`Este link não vale mais: já foi usado, ou o prazo passou. Peça outro.`,
  ERR_MAIL_NOT_CONFIGURED: msg`Este sistema não envia e-mails. Peça o link a quem administra a sua empresa.`,
  ERR_SECOND_FACTOR_REQUIRED: msg`A senha está certa. Falta a verificação em duas etapas.`,
  ERR_LOGGED_IN_ELSEWHERE: msg`Sua conta está aberta em outro aparelho. Confirme para continuar aqui.`,
  ERR_SECOND_FACTOR_SETUP: msg`Sua empresa exige a verificação em duas etapas. Entre pela tela de entrada para criá-la.`,
  ERR_SECOND_FACTOR_NEEDED: msg`Sua empresa exige a verificação em duas etapas: a última não pode ser removida.`,
  ERR_SESSION_REVOKED: msg`Sua sessão terminou. Entre de novo.`,
  ERR_SESSION_REPLACED: msg`Sua conta foi acessada em outro computador.`,
  ERR_SUBSCRIPTION_EXPIRED: subscriptionExpired,
  ERR_COMPANY_OFF: msg`O acesso da sua empresa está desligado. Entre em contato com o suporte.`,
  ERR_SESSION_EXPIRED: msg`Sessão expirada. Por favor, entre.`,
  ERR_NO_PERMISSION: msg`Você não tem permissão para acessar este recurso.`,
  ERR_NOT_FOUND: notFound,
  ERR_UNKNOWN_QUERY: msg`O servidor ainda não conhece esta consulta. Atualize o aplicativo e tente de novo.`,
  ERR_QUERY_TOO_LARGE: msg`É mais do que cabe em uma resposta. Filtre um pouco e tente de novo.`,
  ERR_QUERY_TOO_SLOW: msg`A consulta demorou demais. Filtre um pouco e tente de novo.`,
  ERR_NO_TICKET_FOUND: msg`Nenhum atendimento encontrado com este ID.`,
  ERR_NO_CONTACT_FOUND: msg`Nenhum contato encontrado com este ID.`,
  ERR_NO_QUEUE_FOUND: msg`Nenhuma fila encontrada com este ID.`,
  ERR_NO_USER_FOUND: msg`Nenhum usuário encontrado com este ID.`,
  ERR_NO_WAPP_FOUND: msg`Nenhuma conexão encontrada com este ID.`,
  ERR_NO_DEF_WAPP_FOUND: msg`Nenhuma conexão padrão encontrada. Verifique a página de conexões.`,
  ERR_NO_MEDIA_FOUND: msg`O arquivo desta mensagem não está no servidor. Envie-o de novo.`,
  ERR_NO_MESSAGE_FOUND: msg`Esta mensagem não existe mais.`,
  ERR_NO_CHAT_FOUND: msg`Esta conversa da equipe não existe mais, ou você não participa dela.`,
  ERR_NO_TAG_FOUND: msg`Nenhuma etiqueta encontrada com este ID.`,
  ERR_NO_SETTING_FOUND: msg`Nenhuma configuração encontrada com este ID.`,
  ERR_FETCH_WAPP_MSG: msg`Erro ao buscar a mensagem no WhatsApp, talvez ela seja antiga demais.`,
  ERR_WAPP_DOWNLOAD_MEDIA: msg`Não foi possível baixar mídia do WhatsApp, verifique a página de conexões.`,
  ERR_WAPP_NOT_INITIALIZED: msg`Esta sessão do WhatsApp não foi inicializada. Verifique a página de conexões.`,
  ERR_SENDING_WAPP_MSG: msg`Erro ao enviar mensagem do WhatsApp. Verifique a página de conexões.`,
  ERR_CREATING_TICKET: msg`Ocorreu um erro ao criar um atendimento no banco de dados.`,
  ERR_CREATING_MESSAGE: msg`Ocorreu um erro ao criar uma mensagem no banco de dados.`,
  ERR_OTHER_OPEN_TICKET: otherOpenTicket,
  ERR_TICKET_STATUS: ticketStatus,
  ERR_DUPLICATED_ID: msg`Este registro já existe.`,
  ERR_DUPLICATED_NAME: msg`Este nome já está em uso.`,
  ERR_DUPLICATED_CONTACT: msg`Já existe um contato com este número.`,
  ERR_NUMBER_IN_USE: msg`Este número está em uso em um atendimento de outra fila. Só um administrador pode mudá-lo.`,
  ERR_NO_OTHER_ADMIN: msg`Deve haver pelo menos um administrador.`,
  ERR_USER_CREATION_DISABLED: msg`A criação de usuários foi desabilitada pelo administrador.`,
  ERR_AI: aiProblem,
  ERR_COPILOT_OFF: msg`A ajuda para escrever não está ativada. Um administrador a ativa nas configurações.`,
  ERR_KEYS_NOT_CONFIGURED: msg`Este servidor não tem com que cifrar chaves: falta SESSION_KEYS_SECRET.`,
  ERR_PLAN_FEATURE: msg`O plano da sua empresa não inclui este recurso.`,
  ERR_SCHEDULE_SENT: msg`Esta mensagem já foi enviada, ou está sendo enviada agora.`,
  ERR_CAMPAIGN_RUNNING: msg`Não é possível: a campanha já começou, terminou ou começa em menos de uma hora.`,
  ERR_CONTACT_LIST_IN_USE: msg`Uma campanha programada ou em andamento usa esta lista.`,
  ERR_FILE_LIST_IN_USE: msg`Uma campanha programada ou em andamento usa esta lista.`,
  ERR_INVALID_TOKEN: msg`O token não é de nenhuma conexão. Gere outro no formulário da conexão.`,
  ERR_IDEMPOTENCY_KEY_REUSED: msg`Outra mensagem já foi enviada com esta chave de idempotência.`,
  ERR_DUPLICATED_EMAIL: msg`Este e-mail já está em uso.`,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: msg`Esta cor já está em uso, escolha outra.`,
  ERR_CONFLICT: msg`Alguém mudou os mesmos campos enquanto isso. Escolha o que fica.`,
  ERR_EDIT_WAPP_MSG: msg`Esta mensagem não pode mais ser editada.`,
  ERR_DELETE_WAPP_MSG: msg`Não foi possível excluir a mensagem do WhatsApp.`,
  ERR_REACT_WAPP_MSG: msg`Não é possível reagir a esta mensagem.`,
  ERR_FORWARD_WAPP_MSG: msg`Esta mensagem não pode ser encaminhada.`,
  ERR_WAPP_CHECK_CONTACT: msg`Não foi possível verificar o contato do WhatsApp. Verifique a página de conexões.`,
  ERR_WAPP_INVALID_CONTACT: msg`Este não é um número de WhatsApp válido.`,
  ERR_NO_OTHER_WHATSAPP: msg`Deve haver pelo menos uma conexão padrão.`,
  ERR_WAPP_GREETING_REQUIRED: msg`A mensagem de saudação é obrigatória quando há mais de uma fila.`,
  ERR_PLAN_LIMIT: planLimit,
  ERR_INVOICE_PAID: msg`Esta fatura já está paga.`,
  ERR_INVOICE_VOID: msg`Esta fatura foi cancelada: o plano ou a recorrência mudou. Atualize a lista.`,
  ERR_PLAN_FREE: msg`Este plano não tem cobrança. Para tê-lo, fale com o suporte.`,
  ERR_PAYMENT_NOT_REVERSIBLE: msg`Este pagamento não pode ser estornado: foi confirmado pelo banco, ou já foi estornado.`,
  ERR_PLAN_IN_USE: msg`Há empresas com este plano. Mude-as de plano antes de excluí-lo.`,
  ERR_PLAN_TOO_SMALL: planTooSmall,
  ERR_SIGNUP_CLOSED: msg`Novas contas não estão sendo abertas pela internet.`,
  ERR_PAYMENT_NOT_CONFIGURED: msg`O pagamento por Pix ainda não foi configurado. Fale com o suporte.`,
  ERR_PAYMENT_UNAVAILABLE: msg`O serviço de pagamento não respondeu. Tente de novo em instantes.`,
  ERR_INTEGRATION_UNAVAILABLE: msg`O serviço da integração não respondeu, ou recusou. Confira o endereço e as chaves.`,
  ERR_REQUEST_TIMEOUT: msg`A conexão está lenta demais: o envio não terminou a tempo. Tente de novo.`,
  ERR_MEDIA_TOO_LARGE: msg`O arquivo é grande demais.`,
  ERR_STORAGE_FULL: msg`O espaço para arquivos da sua empresa acabou. O administrador vê em Configurações › Armazenamento o que ocupa espaço.`,
  ERR_MEDIA_CORRUPTED: msg`O arquivo chegou diferente do original. Tente de novo.`,
  ERR_UNKNOWN_MUTATION: msg`O servidor ainda não conhece esta ação. Atualize o aplicativo e tente de novo.`,
  ERR_UPDATE_REQUIRED: msg`Esta versão do aplicativo é antiga demais para o servidor. Atualize para continuar.`,
  ERR_TOO_MANY_REQUESTS: tooManyRequests,
  ERR_INTERNAL: internal,
}

/** What to tell a person of an error: a refusal of the catalogue, a network that failed, or a bug. */
export function errorMessage(error: unknown): string {
  if (error instanceof AppError) return codeMessage(error.code, error.details)
  return isNetworkError(error)
    ? t`Sem conexão com o servidor. Tente de novo em instantes.`
    : codeMessage('ERR_INTERNAL')
}

export function codeMessage(code: ErrorCode, details: ErrorDetails = {}): string {
  const message = messages[code]
  return typeof message === 'function' ? message(details) : i18n._(message)
}

/** Words for the fields that a refusal names, by their names. */
export function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof AppError)) return {}
  const { field, fields } = error.details ?? {}
  if (typeof field === 'string') return { [field]: errorMessage(error) }
  const said = typeof fields === 'object' && fields !== null ? Object.entries(fields) : []
  return Object.fromEntries(said.map(([name, problems]) => [name, fieldWords(problems)]))
}

function fieldWords(problems: unknown): string {
  const isAreaMissing = Array.isArray(problems) && problems.includes(numberRefusals['area-code'])
  const password = Array.isArray(problems) ? passwordWords(problems[0]) : null
  if (password !== null) return password
  return isAreaMissing ? t`Falta o DDD. Escreva o número com ele.` : t`Valor inválido.`
}

/** Null: it says nothing of a password. */
function passwordWords(problem: unknown): string | null {
  const [, min] = /^At least (\d+)$/.exec(String(problem)) ?? []
  if (min !== undefined) return t`Muito curta: pelo menos ${min} caracteres.`
  return typeof problem === 'string' && problem in refusedPasswords
    ? i18n._(refusedPasswords[problem as keyof typeof refusedPasswords])
    : null
}

/** As db/users/password-strength.ts names them; written here so that it is not loaded with every error. */
const refusedPasswords = {
  'Too common': msg`Esta senha é das mais usadas: é a primeira que alguém tenta. Escolha outra.`,
  'Contains the e-mail': msg`A senha contém o nome do e-mail. Escolha outra.`,
  'Is the name of the company': msg`A senha é o nome da empresa. Escolha outra.`,
} satisfies Record<(typeof passwordRefusals)[PasswordRefusal], MessageDescriptor>

/** What is told once at a time. */
export function codeOf(error: unknown): string {
  if (error instanceof AppError) return rawText(error.details) ?? error.code
  return isNetworkError(error) ? 'network' : 'ERR_INTERNAL'
}

/** What this app has no words for is told as the server calls it. */
function internal(details: ErrorDetails): string {
  return rawText(details) ?? t`Ocorreu um erro!`
}

function rawText({ text }: ErrorDetails = {}): string | undefined {
  return typeof text === 'string' ? text : undefined
}

function subscriptionExpired({ dueDate }: ErrorDetails): string {
  if (typeof dueDate !== 'string') return t`Opss! Sua assinatura venceu. Entre em contato com o suporte.`
  const date = formatDate(new Date(dueDate))
  return t`Opss! Sua assinatura venceu ${date}. Entre em contato com o suporte.`
}

function planLimit({ resource, limit }: ErrorDetails): string {
  if (resource !== 'connections' || typeof limit !== 'number') return t`O limite do seu plano foi atingido.`
  return plural(limit, {
    one: 'O limite do seu plano foi atingido: # conexão.',
    other: 'O limite do seu plano foi atingido: # conexões.',
  })
}

function planTooSmall({ over }: ErrorDetails): string {
  const words: Partial<Record<string, string>> = {
    users: t`pessoas`,
    connections: t`conexões`,
    queues: t`filas`,
    campaigns: t`campanhas`,
    schedules: t`agendamentos`,
  }
  const parts = (Array.isArray(over) ? over : []).map(({ resource, limit, used }: Record<string, unknown>) => {
    const what = words[String(resource)] ?? String(resource)
    return t`${String(used)} ${what} (o plano tem ${String(limit)})`
  })
  return parts.length > 0
    ? t`Este plano é menor do que o que você usa: ${parts.join(', ')}.`
    : t`Este plano é menor do que o que você usa.`
}

function tooManyRequests({ retryAfter }: ErrorDetails): string {
  if (typeof retryAfter !== 'number') return t`Muitas tentativas. Aguarde um pouco e tente de novo.`
  const minutes = Math.max(1, Math.ceil(retryAfter / 60))
  return t`Muitas tentativas. Tente de novo em ${plural(minutes, { one: '# minuto', other: '# minutos' })}.`
}

function aiProblem({ problem }: ErrorDetails): string {
  switch (problem) {
    case 'key':
      return t`O serviço não aceitou a chave.`
    case 'quota':
      return t`Não há mais créditos, ou o limite do dia foi alcançado.`
    case 'busy':
      return t`O serviço está ocupado. Tente de novo daqui a pouco.`
    case 'slow':
      return t`O serviço demorou demais para responder.`
    case 'address':
      return t`Este endereço não pode ser chamado: só endereços públicos, em https.`
    case 'model':
      return t`O serviço não conhece este modelo, ou o endereço está errado.`
    case 'refused':
      return t`O serviço não aceitou o pedido. Confira o modelo e os limites.`
    case 'filtered':
      return t`O serviço filtrou a resposta.`
    case 'nonsense':
      return t`O serviço respondeu algo que não é uma resposta.`
    default:
      return t`O serviço não respondeu.`
  }
}

function otherOpenTicket(details: ErrorDetails): string {
  const [user, queue] = [nameIn(details['user']), nameIn(details['queue'])]
  if (user && queue) return t`Já existe um atendimento aberto para este contato, com ${user}, na fila ${queue}.`
  if (user) return t`Já existe um atendimento aberto para este contato, com ${user}.`
  if (queue) return t`Já existe um atendimento aguardando para este contato, na fila ${queue}.`
  if (details['queue'] !== undefined) return t`Já existe um atendimento aguardando para este contato, ainda sem fila.`
  return t`Já existe um atendimento aberto para este contato.`
}

function ticketStatus({ status }: ErrorDetails): string {
  if (status === 'open') return t`Este atendimento já foi aceito por outra pessoa.`
  if (status === 'pending') return t`Este atendimento voltou a aguardar: aceite-o antes.`
  if (status === 'closed') return t`Este atendimento já foi resolvido.`
  return t`O atendimento mudou nesse meio-tempo.`
}

function nameIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value)) return undefined
  return typeof value.name === 'string' ? value.name : undefined
}
