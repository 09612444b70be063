// Who the twenty customers are and what they open with, by subject: sales, bills, support.

const NAMES = [
  'Alice Ramos',
  'Breno Castro',
  'Camila Reis',
  'Davi Moura',
  'Elisa Prado',
  'Fábio Nunes',
  'Gabriela Pinto',
  'Heitor Lopes',
  'Ingrid Melo',
  'João Teles',
  'Karen Duarte',
  'Leonardo Paiva',
  'Marina Couto',
  'Nicolas Freire',
  'Olívia Barros',
  'Paulo Xavier',
  'Quitéria Alves',
  'Rafael Bueno',
  'Sofia Guedes',
  'Tiago Viana',
]

export const customers = NAMES.map((name, index) => ({
  name,
  number: `55119333${String(index + 1).padStart(5, '0')}`,
}))

/** A line `kind: words` is more than text; see busy-morning. */
export const openings: string[][][] = [
  [
    ['Bom dia!', 'Vocês fazem bolo de aniversário?', 'foto: Queria um assim'],
    ['Oi, quanto custa o cento de salgados?'],
    ['voz:'],
    ['Vocês entregam aqui?', 'local: Meu trabalho'],
    ['enquete: Melhor horário para retirar a encomenda?'],
    ['correção: Quero duas dúzias de pão de queijo'],
    ['Bom dia, o cardápio de hoje, por favor', 'figurinha:'],
  ],
  [
    ['Olá, fiz o pagamento agora', 'documento: Segue o comprovante'],
    ['Podem mandar a segunda via do boleto?'],
    ['Preciso da nota fiscal do mês passado', 'contato: Contadora Lúcia'],
    ['foto: A maquininha cobrou duas vezes'],
    ['voz:', 'Conseguem ouvir?'],
    ['engano: 1234', 'Desculpe, mensagem errada. Qual é o Pix de vocês?'],
    ['Bom dia! Meu cadastro está em atraso?'],
  ],
  [
    ['O pedido 1042 ainda não chegou', 'local: Endereço da entrega'],
    ['foto: Veio amassado', 'Como faço para trocar?'],
    ['ligação:', 'Tentei ligar, podem me responder por aqui?'],
    ['Bom dia, o aplicativo não abre'],
    ['voz:', 'figurinha:'],
    ['Esqueci minha senha', 'correção: Meu e-mail é sofia@exemplo.com.br'],
    ['Quero falar com uma pessoa, por favor'],
  ],
]
