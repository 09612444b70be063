// The settings of a company as people know them: what each is called, what it does, what it may be. One place for the screen that
// changes them and for what is told about a change of them elsewhere. Not here: what belongs to features that do not exist yet.
import { plural, t } from '@lingui/core/macro'
import type { Settings } from 'db/settings/table.ts'

export type SettingField = Exclude<keyof Settings, 'copilotPromptId' | 'country' | 'areaCode'> | 'archiveAfterDays'

export interface SettingChoice {
  value: string | number
  label: string
}

export interface SettingWords {
  label: string
  /** What it does. */
  help: string
  choices: readonly SettingChoice[]
  /** Words for a value that is none of the choices, as the API may have set it. */
  other?(value: number): string
}

const words: Record<SettingField, () => SettingWords> = {
  sendGreetingAccepted: () => ({
    label: t`Saudação ao aceitar`,
    help: t`Quem aceita um atendimento é apresentado ao cliente pelo nome.`,
    choices: onOff(),
  }),
  sendMsgTransfTicket: () => ({
    label: t`Aviso de transferência`,
    help: t`O cliente fica sabendo para que fila ou pessoa o atendimento vai.`,
    choices: onOff(),
  }),
  userRating: () => ({
    label: t`Avaliações`,
    help: t`O cliente dá uma nota de 1 a 3 quando o atendimento é resolvido.`,
    choices: onOff(),
  }),
  reopenWindowMinutes: () => ({
    label: t`Reabrir o último atendimento`,
    help: t`Quem escreve de novo dentro deste tempo continua no mesmo atendimento; depois, começa outro.`,
    choices: [
      { value: 0, label: t`Nunca` },
      ...[15, 30, 60, 120, 240, 480, 720, 1440, 2880, 10_080].map((value) => ({ value, label: minutesWords(value) })),
    ],
    other: minutesWords,
  }),
  archiveAfterDays: () => ({
    label: t`Guardar nos aparelhos`,
    help: t`Atendimentos resolvidos há mais tempo saem dos aparelhos. No servidor ficam todos.`,
    choices: [3, 7, 14, 30, 60, 90].map((value) => ({ value, label: daysWords(value) })),
    other: daysWords,
  }),
  checkMsgIsGroup: () => ({
    label: t`Ignorar mensagens de grupos`,
    help: t`Ativado, o que se escreve em grupos não abre atendimentos.`,
    choices: onOff(),
  }),
  call: () => ({
    label: t`Aceitar chamadas de voz e de vídeo`,
    help: t`Desativado, a chamada é encerrada e o cliente recebe um aviso para escrever.`,
    choices: [
      { value: 'enabled', label: t`Deixar tocar` },
      { value: 'disabled', label: t`Recusar com aviso` },
    ],
  }),
  scheduleType: () => ({
    label: t`Horário de atendimento`,
    help: t`Qual horário vale. Fora dele, o chatbot responde com a mensagem de ausência. Quem ainda não tem horário começa com segunda a sexta das 08:00 às 18:00 e sábado das 08:00 às 12:00.`,
    choices: [
      { value: 'disabled', label: t`Desativado` },
      { value: 'company', label: t`Da empresa` },
      { value: 'queue', label: t`De cada fila` },
    ],
  }),
  chatBotType: () => ({
    label: t`Tipo do chatbot`,
    help: t`Como o chatbot mostra as opções: uma lista numerada, que todo aparelho entende.`,
    choices: [{ value: 'text', label: t`Texto` }],
  }),
  userCreation: () => ({
    label: t`Criação de usuários`,
    help: t`Desativada, ninguém adiciona usuários, nem os administradores.`,
    choices: onOff(),
  }),
  campaignsEnabled: () => ({
    label: t`Campanhas`,
    help: t`Desativadas, as telas somem e o que está em andamento para até serem ativadas de novo.`,
    choices: onOff(),
  }),
  requireSecondFactor: () => ({
    label: t`Exigir verificação em duas etapas`,
    help: t`Ativada, ninguém entra só com a senha: quem ainda não tem a verificação é levado a criá-la ao entrar.`,
    choices: onOff(),
  }),
  keepConversationsDays: () => ({
    label: t`Guardar conversas resolvidas`,
    help: t`Passado o prazo, elas são apagadas a cada noite, com mensagens, notas e arquivos. Os números do painel ficam.`,
    choices: keepChoices(),
    other: daysWords,
  }),
  keepMediaDays: () => ({
    label: t`Guardar arquivos de conversas resolvidas`,
    help: t`Passado o prazo, fotos, áudios e documentos saem das conversas; os textos ficam.`,
    choices: keepChoices(),
    other: daysWords,
  }),
  devicesPerUser: () => ({
    label: t`Aparelhos por pessoa`,
    help: t`Em quantos aparelhos a mesma pessoa fica ao mesmo tempo. Entrar em mais um encerra o que está há mais tempo sem uso.`,
    choices: [1, 2, 3].map((value) => ({
      value,
      label: plural(value, { one: '# aparelho', other: '# aparelhos' }),
    })),
  }),
}

export const settingWords = (field: SettingField): SettingWords => words[field]()

export const isSettingField = (field: string): field is SettingField => Object.hasOwn(words, field)

/** A value to be read. */
export function settingValueWords(field: SettingField, value: unknown): string {
  const { choices, other } = settingWords(field)
  const known = choices.find((choice) => choice.value === value)
  return known?.label ?? (typeof value === 'number' && other ? other(value) : String(value))
}

function onOff(): SettingChoice[] {
  return [
    { value: 'enabled', label: t`Ativado` },
    { value: 'disabled', label: t`Desativado` },
  ]
}

function keepChoices(): SettingChoice[] {
  return [
    { value: 0, label: t`Para sempre` },
    ...[30, 90, 180, 365, 730, 1825].map((value) => ({ value, label: daysWords(value) })),
  ]
}

function minutesWords(minutes: number): string {
  const [days, hours] = [minutes / 1440, minutes / 60]
  if (Number.isInteger(days)) return daysWords(days)
  if (Number.isInteger(hours)) return plural(hours, { one: '# hora', other: '# horas' })
  return plural(minutes, { one: '# minuto', other: '# minutos' })
}

function daysWords(days: number): string {
  return plural(days, { one: '# dia', other: '# dias' })
}
