-- Which words stop a company's campaigns, and what is answered: the company's to choose.
ALTER TABLE campaign_settings
  ADD COLUMN stop_words jsonb NOT NULL DEFAULT '["sair", "sair da lista", "parar", "pare", "parar mensagens", "pare mensagens", "cancelar inscrição", "descadastrar", "descadastre", "descadastro", "me remova", "me tire da lista", "me tira da lista", "não receber", "não receber mais", "não mande mais", "não me mande mais", "não envie mais", "não me envie mais", "stop", "unsubscribe", "opt out", "optout", "salir", "darme de baja", "no mandar más"]',
  ADD COLUMN stopped_text text NOT NULL DEFAULT 'Tudo bem! Você não vai mais receber nossas campanhas.';
