"""Italian words that carry no subject of their own, by class (see ``_lexicon``)."""

from __future__ import annotations

from dr_plugins.clarify._lexicon import Role

WORDS = {
    Role.FUNCTION: """
        il lo la i gli le l un uno una di del dello della dei degli delle dell d a al allo alla ai agli alle all da dal
        dallo dalla dai dagli dalle dall in nel nello nella nei negli nelle nell su sul sullo sulla sui sugli sulle sull
        con per tra fra e ed o oppure ma però che chi cui quale quali qual quando dove come perché quanto quanta quanti
        quante cosa è sono era erano essere sarà ha hanno ho avere aveva c'è ci sia può possono potrebbe potresti puoi
        posso deve devono dovrebbe non sì no si se io mi me mio mia miei mie tu ti te tuo tua lui lei loro noi nostro voi
        vi suo sua suoi sue molto molti molte più meno poco anche solo tutto tutta tutti tutte ogni altro altra altri
        altre stesso così ancora già sempre mai fa fare fai fanno faccia senza contro verso durante secondo dopo prima
        presso com cos dov qualcosa""",
    Role.REQUEST: """
        aiutami aiuta aiutare aiuto aiutatemi dimmi dire dica dimmelo raccontami mostrami mostra mostrare dammi dare trova
        trovare cerca cercare cercami scrivi scrivere scrivimi redigi crea creare ricerca ricercare ricerche indaga
        indagine studia studiare studio spiega spiegare spiegami descrivi descrivere riassumi riassunto riassumere prepara
        preparare imparare sapere so conoscere voglio vorrei desidero serve bisogno relazione rapporto panoramica
        informazione informazioni info dettaglio articolo saggio introduzione tema argomento domanda domande risposta
        grazie ciao salve inizia iniziare comincia capire interessa interessato penso pensi pensa parere opinione parla
        parlare parlami parlato menzionato detto consiglia consigli consigliare consigliami consiglio raccomanda
        raccomandi raccomandazione suggerisci suggerimento suggerimenti idea idee scegliere decidere succede guarda
        guardare vedere favore prego""",
    Role.FILLER: """
        qualche qualcuno niente nulla nuovo nuova nuovi novità vecchio antico ultimo ultima ultimi ultime recente recenti
        recentemente attuale attuali attualmente moderno importante principale principali generale generali base vario
        diverso diversi parecchi certo specifico particolare oggi ieri domani ora adesso interessante interessanti bello
        buono buona buon migliore migliori meglio peggio cattivo grande piccolo breve lungo completo dettagliato
        approfondito semplice facile difficile popolare famoso noto anno anni tempo volta modo maniera tipo tipi genere
        lista elenco numero nome link fonte fonti pagina sito documento testo contenuto parola conversazione riunione
        internazionale mondiale globale utile possibile primo prossimo vero falso fatto fatti punto punti caso casi parte
        parti cose""",
    Role.DEICTIC: """
        questo questa questi queste quello quella quelli quelle quel quei quegli ciò quest quell costui colui""",
    Role.FACET: """
        tendenza tendenze trattamento cura cure terapia terapie analisi analizza analizzare confronto confronta
        confrontare paragone sviluppo sviluppi progresso progressi avanzamento impatto effetto effetti influenza
        conseguenza conseguenze causa cause ragione ragioni motivo motivi vantaggio vantaggi svantaggio svantaggi
        beneficio benefici rischio rischi meccanismo meccanismi costo costi prezzo prezzi stato situazione futuro
        prospettiva prospettive sfida sfide problema problemi soluzione soluzioni applicazione applicazioni uso usi
        utilizzo esempio esempi metodo metodi approccio strategia strategie ruolo importanza notizia notizie funziona
        funzionano funzionamento efficienza efficacia sicurezza prestazioni statistica statistiche previsione previsioni
        crescita evoluzione cambiamento cambiamenti opportunità valutazione valutare definizione significato differenza
        differenze innovazione innovazioni funzione struttura qualità migliorare miglioramento aumentare ridurre evitare
        risolvere potenziale possibilità prevenzione diagnosi gestione regolamentazione dimensione contesto""",
    Role.BROAD: """
        ia tecnologia tecnologie tecnica salute sanità medicina medico cancro tumori malattia malattie farmacia economia
        economico finanza finanze finanziario affari investimento investimenti investire denaro soldi commercio banca
        banche istruzione educazione insegnamento apprendimento scuola scienza scienze fisica chimica biologia matematica
        ingegneria informatica computer software hardware internet web programmazione storia cultura arte arti musica
        cinema film letteratura lingua lingue religione filosofia psicologia politica diritto società sociale sport gioco
        giochi videogiochi viaggio viaggi turismo cibo alimentazione alimenti nutrizione dieta fitness moda bellezza
        ambiente clima energia energie natura agricoltura manifattura trasporto trasporti robot robotica spazio
        cybersicurezza guerra vita carriera professione occupazione lavoro casa immobiliare cripto criptovalute
        criptovaluta blockchain inquinamento sostenibilità marketing pubblicità logistica assicurazione assicurazioni
        media intrattenimento famiglia amore ricchezza meteo animali animale piante pianta auto automobili veicoli
        elettronica semiconduttori astronomia geografia globalizzazione immigrazione migrazione popolazione povertà
        disuguaglianza democrazia borsa azioni vaccino vaccini vaccinazione genetica biotecnologia biotecnologie ecologia
        pensioni tasse ambientale""",
    Role.HEAD: """
        gene geni proteina proteine farmaco farmaci medicinale medicinali composto protocollo molecola virus enzima
        recettore anticorpo algoritmo algoritmi modello modelli sistema sistemi dispositivo dispositivi chip progetto
        progetti prodotto prodotti servizio servizi azienda aziende impresa imprese ditta compagnia startup industria
        industrie mercato mercati settore settori campo ambito area aree mondo paese paesi gente persona persone dato dati
        legge leggi governo governi piattaforma strumento strumenti norma standard teoria materiale materiali evento
        eventi luogo luoghi libro libri organizzazione istituzione marca marchio marchi programma cliente clienti utente
        utenti concorrente amico squadra capo città""",
}
