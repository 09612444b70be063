// The pages of the user's guide, in the order in which they are read.
export const guide = [
  { page: '', title: 'Primeiros passos' },
  { page: 'atender', title: 'Atender' },
  { page: 'grupos', title: 'Grupos' },
  { page: 'mensagens-rapidas', title: 'Mensagens rápidas' },
  { page: 'filas-e-chatbot', title: 'Filas e chatbot' },
  { page: 'campanhas', title: 'Campanhas' },
  { page: 'agendamentos', title: 'Agendamentos' },
  { page: 'kanban', title: 'Kanban' },
  { page: 'chat-interno', title: 'Chat interno' },
  { page: 'conexoes', title: 'Conexões' },
  { page: 'inteligencia-artificial', title: 'Inteligência artificial' },
  { page: 'integracoes', title: 'Integrações' },
  { page: 'assinatura', title: 'Assinatura e cobrança' },
  { page: 'privacidade', title: 'Privacidade' },
  { page: 'vindo-de-outro-sistema', title: 'Vindo de outro sistema' },
] as const
