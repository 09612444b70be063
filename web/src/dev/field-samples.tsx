import { useState } from 'react'
import { DateField } from '../components/date-time/date-field.tsx'
import { DateTimeField } from '../components/date-time/date-time-field.tsx'
import { QueueMark } from '../components/queue-mark.tsx'
import { Field, TextareaField } from '../components/ui/field.tsx'
import { Input } from '../components/ui/inputs/input.tsx'
import { SearchInput } from '../components/ui/inputs/search-input.tsx'
import { Select } from '../components/ui/inputs/select.tsx'
import { Slider } from '../components/ui/inputs/slider.tsx'
import { Switch, SwitchRow } from '../components/ui/inputs/switch.tsx'
import { Tab, Tabs, TabsList } from '../components/ui/tabs.tsx'
import { Textarea } from '../components/ui/inputs/textarea.tsx'
import type { Sample } from './sample.ts'

export const fieldSamples: readonly Sample[] = [
  { title: 'Field', Show: Fields },
  {
    title: 'Input, Textarea',
    Show: () => (
      <>
        <Input aria-label="Input" placeholder="Vazio" />
        <Input aria-label="Input, desabilitado" disabled defaultValue="Desabilitado" />
        <Textarea aria-label="Textarea" defaultValue={'Cresce com o texto,\naté cinco linhas.'} />
      </>
    ),
  },
  { title: 'DateField, DateTimeField', Show: Dates },
  { title: 'SearchInput', Show: Search },
  { title: 'Select', Show: Selects },
  { title: 'Switch', Show: Switches },
  { title: 'Slider', Show: Volume },
  { title: 'Tabs', Show: TwoTabs },
]

function Fields() {
  return (
    <>
      <Field label="Nome" help="Como os clientes a veem." className="w-full" />
      <Field label="E-mail" defaultValue="ana@" error="E-mail inválido" className="w-full" />
      <Field label="Desabilitado" disabled defaultValue="Vendas" className="w-full" />
      <div className="w-full">
        <TextareaField label="Mensagem" defaultValue="Olá! Como podemos ajudar?" />
      </div>
    </>
  )
}

function Dates() {
  const [date, setDate] = useState('2026-11-24')
  const [at, setAt] = useState('2026-11-24T09:00')
  return (
    <>
      <DateField label="Vencimento" value={date} onChange={({ target }) => setDate(target.value)} />
      <DateTimeField label="Data e hora do envio" value={at} onChange={({ target }) => setAt(target.value)} />
      <DateField label="Errada" value="31/02/2026" error="Valor inválido." onChange={() => {}} />
    </>
  )
}

function Search() {
  const [term, setTerm] = useState('vendas')
  return (
    <div className="w-full">
      <SearchInput label="Buscar" placeholder="Buscar" value={term} onChange={setTerm} />
    </div>
  )
}

const options = [
  { value: 'a', label: 'Vendas', mark: <QueueMark color="#0f766e" /> },
  { value: 'b', label: 'Suporte', mark: <QueueMark color="#b91c1c" /> },
]

function Selects() {
  const [value, setValue] = useState<string | null>('a')
  return (
    <>
      <Select label="Fila" placeholder="Escolha" value={value} options={options} onChange={setValue} />
      <Select label="Vazia" placeholder="Escolha" value={null} options={options} onChange={setValue} />
    </>
  )
}

function Switches() {
  const [on, setOn] = useState(true)
  return (
    <>
      <Switch label="Assinar" checked={on} onChange={setOn} />
      <Switch label="Desligado" checked={!on} onChange={() => setOn(!on)} />
      <div className="flex w-full flex-col gap-3">
        <SwitchRow label="Uma opção" checked={on} onChange={setOn}>
          O que ela faz, em uma frase.
        </SwitchRow>
        <SwitchRow label="Desabilitada" checked onChange={setOn} disabled>
          Não pode ser mudada agora.
        </SwitchRow>
      </div>
    </>
  )
}

function Volume() {
  const [value, setValue] = useState(0.7)
  return (
    <Slider label="Volume" value={value} min={0} max={1} step={0.1} onChange={setValue} valueText={String(value)} />
  )
}

function TwoTabs() {
  return (['line', 'segment'] as const).map((variant) => (
    <Tabs key={variant} defaultValue="a" className="w-full">
      <TabsList variant={variant}>
        <Tab variant={variant} value="a">
          Abertos
        </Tab>
        <Tab variant={variant} value="b">
          Resolvidos
        </Tab>
      </TabsList>
    </Tabs>
  ))
}
