"""Portuguese words that carry no subject of their own, by class (see ``_lexicon``)."""

from __future__ import annotations

from dr_plugins.clarify._lexicon import Role

WORDS = {
    Role.FUNCTION: """
        o a os as um uma uns umas de do da dos das em no na nos nas num numa ao à aos às por pelo pela pelos pelas para
        pra com sem sobre entre até desde durante contra segundo após e ou mas nem que quê quem qual quais quando onde
        aonde como porque porquê quanto quanta quantos quantas é são era eram foi foram ser sido será está estão estar tem
        têm ter tinha há haver pode podem poderia poderias poder deve devem deveria não sim se já eu me mim meu minha meus
        minhas tu te ti teu você vocês ele ela eles elas lhe nós nosso nossa seu sua seus suas muito muita muitos muitas
        mais menos pouco também só apenas todo toda todos todas cada outro outra outros outras mesmo assim ainda sempre
        nunca pois faz fazem fazer faça vai vão algo""",
    Role.REQUEST: """
        ajude ajuda ajudar ajuda-me diga diz dizer conte contar mostre mostra mostrar dê dar encontre encontra encontrar
        procure procura procurar busque buscar escreva escreve escrever redija crie cria criar pesquise pesquisa pesquisar
        investigue investigar investigação estude estuda estudar estudo explique explica explicar descreva descrever
        resuma resumo resumir prepare preparar aprender saber sei conhecer quero queria gostaria gostava desejo preciso
        precisamos relatório panorama informação informações info detalhe artigo ensaio introdução tema assunto pergunta
        perguntas resposta obrigado olá oi comece começar iniciar entender compreender perceber interessa interessado
        penso pensa acha acho opinião fale fala falar falamos mencionado dito recomenda recomende recomendas recomendar
        recomendação recomendações aconselha conselho conselhos sugere sugestão sugestões ideia ideias escolher decidir
        acontece aconteceu veja ver favor""",
    Role.FILLER: """
        coisa coisas algum alguma alguns algumas nada alguém novo nova novos novidade velho antigo último última últimos
        últimas recente recentes recentemente atual atuais atualmente moderno importante principal principais geral gerais
        básico vários diversos diferente diferentes certo específico particular hoje ontem amanhã agora interessante
        interessantes bom boa melhor melhores pior mau grande pequeno curto longo completo detalhado aprofundado simples
        fácil difícil popular famoso conhecido ano anos tempo vez maneira forma modo tipo tipos lista número nome link
        fonte fontes página site documento texto conteúdo palavra conversa reunião internacional mundial global útil
        possível primeiro próximo verdade falso fato fatos ponto pontos caso casos parte partes""",
    Role.DEICTIC: """
        este esta isto estes estas esse essa isso esses essas aquele aquela aquilo aqueles aquelas deste desta disto
        destes destas desse dessa disso desses dessas neste nesta nisto nesse nessa nisso daquele daquela daquilo naquele
        naquela""",
    Role.FACET: """
        tendência tendências tratamento tratamentos terapia cura análise análises analise analisar comparação comparar
        compare desenvolvimento progresso avanço avanços impacto impactos efeito efeitos influência consequência
        consequências causa causas razão razões motivo motivos vantagem vantagens desvantagem desvantagens benefício
        benefícios risco riscos mecanismo mecanismos custo custos preço preços estado situação futuro perspectiva
        perspectivas perspetivas desafio desafios problema problemas solução soluções aplicação aplicações uso usos
        utilização exemplo exemplos método métodos abordagem estratégia estratégias papel importância notícia notícias
        novidades funciona funcionam funcionamento eficiência eficácia segurança desempenho estatística estatísticas
        previsão previsões crescimento evolução mudança mudanças oportunidade oportunidades avaliação avaliar definição
        significado diferença diferenças relação inovação inovações função estrutura qualidade melhorar melhoria aumentar
        reduzir evitar resolver potencial possibilidade prevenção diagnóstico gestão regulação regulamentação tamanho
        contexto""",
    Role.BROAD: """
        ia ai tecnologia tecnologias técnica saúde medicina médico médica câncer cancro doença doenças farmácia economia
        económico econômico finanças financeiro negócio negócios investimento investimentos investir dinheiro comércio
        banco bancos educação ensino aprendizagem escola ciência ciências física química biologia matemática engenharia
        informática computador computadores computação software hardware internet web programação história cultura arte
        artes música cinema filme filmes literatura língua línguas idioma idiomas religião filosofia psicologia política
        direito sociedade social esporte esportes desporto desportos jogo jogos viagem viagens turismo comida alimentos
        alimentação nutrição dieta fitness moda beleza ambiente clima energia energias natureza agricultura manufatura
        transporte transportes robô robôs robótica espaço cibersegurança guerra vida carreira profissão emprego trabalho
        habitação imobiliário cripto criptomoedas criptomoeda blockchain poluição sustentabilidade marketing publicidade
        logística seguros mídia media entretenimento família amor riqueza animais animal plantas carro carros automóveis
        veículos eletrônica eletrónica semicondutores astronomia geografia globalização imigração migração população
        pobreza desigualdade democracia bolsa ações vacina vacinas vacinação genética biotecnologia ecologia impostos
        ambiental""",
    Role.HEAD: """
        gene genes proteína proteínas medicamento medicamentos remédio remédios fármaco fármacos composto protocolo
        molécula vírus enzima receptor anticorpo algoritmo algoritmos modelo modelos sistema sistemas dispositivo
        dispositivos chip chips projeto projetos produto produtos serviço serviços empresa empresas companhia startup
        indústria indústrias mercado mercados setor setores campo área áreas mundo país países gente pessoa pessoas dado
        dados lei leis governo governos plataforma ferramenta ferramentas norma padrão teoria material materiais evento
        eventos lugar lugares livro livros organização instituição marca marcas programa cliente clientes utilizador
        usuário usuários concorrente amigo equipe equipa chefe cidade cidades""",
}
