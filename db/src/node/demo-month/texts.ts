// What people say in the month that is made up: a bakery that also bakes to order. Invented, all of it.

export const firstNames = [
  'Ana',
  'Bruno',
  'Camila',
  'Diego',
  'Eduarda',
  'Felipe',
  'Gabriela',
  'Heitor',
  'Isabela',
  'João',
  'Karina',
  'Lucas',
  'Mariana',
  'Nicolas',
  'Olívia',
  'Paulo',
  'Queila',
  'Renato',
  'Sofia',
  'Tiago',
  'Úrsula',
  'Vítor',
  'Wesley',
  'Yasmin',
  'Zilda',
  'Antônio',
  'Beatriz',
  'César',
  'Débora',
  'Emanuel',
  'Fátima',
  'Gustavo',
  'Helena',
  'Igor',
  'Jaqueline',
  'Leandro',
  'Márcia',
  'Otávio',
  'Priscila',
  'Rosângela',
] as const

export const lastNames = [
  'Almeida',
  'Barbosa',
  'Cardoso',
  'Duarte',
  'Esteves',
  'Ferreira',
  'Gomes',
  'Henriques',
  'Igarashi',
  'Junqueira',
  'Klein',
  'Lacerda',
  'Macedo',
  'Nogueira',
  'Oliveira',
  'Peixoto',
  'Queiroz',
  'Ribeiro',
  'Siqueira',
  'Teixeira',
  'Uchoa',
  'Vasconcelos',
  'Xavier',
  'Zanetti',
] as const

export const groupNames = ['Moradores do Bloco B', 'Festa da Lívia', 'Equipe Café da Manhã', 'Turma do 3º ano'] as const

/** By queue: what a conversation begins with, and how it goes on, the customer's lines and ours in turn. */
export const topics = {
  Vendas: {
    begin: [
      'Bom dia! Vocês fazem bolo de aniversário para sábado?',
      'Oi, quanto está o cento de salgadinho?',
      'Boa tarde, ainda tem pão de fermentação natural hoje?',
      'Olá! Queria fazer uma encomenda de pão de queijo.',
      'Vocês entregam no Jardim das Flores?',
      'Oi! O cardápio de Natal já saiu?',
      'Tem opção sem lactose?',
    ],
    theirs: [
      'São umas 20 pessoas',
      'Pode ser de chocolate com morango',
      'E quanto fica a entrega?',
      'Perfeito, pode anotar',
      'Consigo retirar às 16h?',
      'Aceita Pix?',
      'Mandei o comprovante agora',
      'Pode trocar o recheio por doce de leite?',
      'Qual o prazo?',
      'Fica na rua das Acácias, 120',
      'Ótimo, obrigada!',
      'kkkk pode ser então',
      'Vou confirmar com minha irmã e já respondo',
    ],
    ours: [
      'Fazemos sim! Para quantas pessoas seria?',
      'O cento está R$ 85,00, com cinco sabores à sua escolha.',
      'Tem sim, a próxima fornada sai às 15h.',
      'A entrega no seu bairro fica R$ 8,00.',
      'Anotado! Posso confirmar para sábado às 10h?',
      'O sinal é de 50%, por Pix ou cartão.',
      'Recebi o comprovante, obrigado!',
      'Vou verificar com a cozinha e já volto.',
      'Temos sim, o de banana e o de cenoura.',
      'Pode retirar aqui na loja, na rua Aurora, 45.',
      'Prontinho, seu pedido ficou registrado.',
    ],
  },
  Financeiro: {
    begin: [
      'Bom dia, preciso da segunda via da nota fiscal.',
      'Olá, o boleto da encomenda venceu ontem, como faço?',
      'Fui cobrado duas vezes no cartão.',
      'Oi, pode me mandar a chave Pix?',
      'Boa tarde, quero falar sobre o contrato do café da manhã da empresa.',
    ],
    theirs: [
      'É no CNPJ da empresa',
      'O pedido é do dia 12',
      'Vou mandar o extrato',
      'Pode ser para o dia 20?',
      'Entendi, obrigado',
      'Recebi aqui, tudo certo',
      'E os juros?',
      'Pode enviar por e-mail também?',
    ],
    ours: [
      'Claro! Qual o CPF ou CNPJ da nota?',
      'Vou gerar um boleto novo, sem juros, com vencimento para amanhã.',
      'Localizei as duas cobranças. O estorno leva até dois dias úteis.',
      'Segue a chave: pix@balcao.example',
      'Enviei para o seu e-mail agora.',
      'Consegue me mandar o comprovante, por favor?',
      'Está tudo regularizado.',
    ],
  },
  Entregas: {
    begin: [
      'Meu pedido ainda não chegou',
      'Oi, o entregador está perdido aqui na portaria?',
      'Dá para mudar o endereço da entrega de hoje?',
      'Chegou um item errado no meu pedido.',
      'Que horas sai a entrega da tarde?',
    ],
    theirs: [
      'Estava marcado para as 14h',
      'É no portão dos fundos',
      'Já está resolvido, chegou agora',
      'Veio broa em vez de brioche',
      'Pode deixar com o porteiro',
      'Quanto tempo mais ou menos?',
      'Tudo bem, aguardo',
      'Obrigado pela atenção!',
    ],
    ours: [
      'Vou falar com o entregador agora mesmo.',
      'Ele saiu há dez minutos, chega em quinze.',
      'Endereço alterado! A taxa continua a mesma.',
      'Sinto muito por isso. Mandamos o item certo ainda hoje.',
      'A rota da tarde sai às 15h30.',
      'Pode me confirmar o número do apartamento?',
      'Entregue! Qualquer coisa é só chamar.',
    ],
  },
} as const
export type QueueName = keyof typeof topics

export const farewells = [
  'Por nada, até a próxima!',
  'Nós que agradecemos!',
  'Bom dia e bom apetite!',
  'Estamos à disposição.',
] as const

export const notes = [
  'Cliente pediu para ligar antes de entregar.',
  'Prefere retirar na loja.',
  'Alérgica a amendoim: avisar a cozinha.',
  'Dar 5% na próxima encomenda.',
  'Confirmar o endereço: mudou em outubro.',
  'Nota sempre no CNPJ.',
] as const

/** Name, colour, and whether it is a lane of the board. */
export const tagNames = [
  ['1. Encomenda', '#0f766e', true],
  ['2. Orçamento enviado', '#1d4ed8', true],
  ['3. Aguardando pagamento', '#b45309', true],
  ['Reclamação', '#b91c1c', false],
  ['Cliente frequente', '#6d28d9', false],
  ['Evento', '#be185d', false],
] as const

/** The team's own chats: who is in them (null: everybody), and what is said there, over and over. */
export const teamChats = [
  {
    title: 'Equipe Aurora',
    people: null,
    lines: [
      'Bom dia! Hoje tem pão de fermentação natural às 9h e às 15h.',
      'Acabou o recheio de morango, só amanhã de tarde.',
      'Quem está na mesa de pedidos agora?',
      'Eu fico até as 18h.',
      'Cliente novo pediu 200 salgados para sábado, já anotei.',
      'Boa! 🎉',
      'O forno 2 voltou.',
      'Lembrem de perguntar o CNPJ antes da nota.',
      'Combinado.',
      'Chegou a farinha, podem liberar as encomendas.',
    ],
  },
  {
    title: 'Entregas de hoje',
    people: ['livia', 'nina', 'otto', 'helena'],
    lines: [
      'Rota da tarde sai às 15h30.',
      'Tenho seis paradas, a última no Jardim das Flores.',
      'Portão dos fundos na Acácias, 120.',
      'Entregue!',
      'Cliente não atende, deixo com o porteiro?',
      'Pode deixar, ele avisou.',
      'Pneu furou, atraso de 20 minutos.',
      'Já avisei os dois próximos.',
    ],
  },
  {
    title: 'Helena e Lívia',
    people: ['helena', 'livia'],
    lines: [
      'Consegue olhar a fila de Vendas depois do almoço?',
      'Olho sim, são quatro esperando.',
      'O tempo de resposta caiu bem esta semana.',
      'Vi no painel. Sábado foi o pior dia.',
      'Escalo mais uma pessoa no sábado?',
      'Acho que vale.',
    ],
  },
] as const

/** Beside those of the demo. */
export const colleagues = [
  ['Lívia Ramos', 'livia', 'supervisor', ['Vendas', 'Entregas']],
  ['Caio Teles', 'caio', 'user', ['Vendas']],
  ['Nina Bastos', 'nina', 'user', ['Vendas', 'Entregas']],
  ['Otto Freire', 'otto', 'user', ['Entregas']],
  ['Sara Monteiro', 'sara', 'user', ['Financeiro']],
] as const satisfies readonly (readonly [string, string, string, readonly QueueName[]])[]
