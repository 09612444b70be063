// Fields of rows as people know them, for what is told about an edit outside its form.
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isSettingField, settingWords } from '../../../lib/text/setting-words.ts'

const words: Record<string, MessageDescriptor> = {
  name: msg`Nome`,
  color: msg`Cor`,
  orderQueue: msg`Ordem`,
  greetingMessage: msg`Mensagem de saudação`,
  isDefault: msg`Conexão padrão`,
  queueIds: msg`Filas`,
  complationMessage: msg`Mensagem de conclusão`,
  outOfHoursMessage: msg`Mensagem fora do expediente`,
  ratingMessage: msg`Mensagem de avaliação`,
  sendIdQueue: msg`Fila de destino`,
  groupQueueId: msg`Fila dos grupos`,
  timeSendQueue: msg`Minutos até a fila de destino`,
  maxUseBotQueues: msg`Máximo de menus do chatbot`,
  timeUseBotQueues: msg`Minutos entre menus do chatbot`,
  expiresTicket: msg`Minutos até encerrar por inatividade`,
  expiresInactiveMessage: msg`Mensagem de inatividade`,
  email: msg`E-mail`,
  profile: msg`Perfil`,
  connectionId: msg`Conexão padrão`,
  allTicket: msg`Avisar de todos os atendimentos`,
  title: msg`Título`,
  message: msg`Mensagem`,
  body: msg`Mensagem`,
  contactId: msg`Contato`,
  sendAt: msg`Data e hora do envio`,
  hours: msg`Horários de atendimento`,
  timeZone: msg`Fuso horário`,
  kanban: msg`Coluna do Kanban`,
  number: msg`Número`,
  extraInfo: msg`Informações extras`,
  shortcode: msg`Atalho`,
  geral: msg`Geral`,
  mediaName: msg`Anexo`,
  mediaHash: msg`Conteúdo do anexo`,
  mediaMime: msg`Tipo do anexo`,
  mediaSize: msg`Tamanho do anexo`,
  options: msg`Opções`,
  description: msg`Descrição`,
  video: msg`Vídeo`,
}

export function fieldWords(field: string): string {
  if (isSettingField(field)) return settingWords(field).label
  const known = words[field]
  return known ? i18n._(known) : field
}
