"""French words that carry no subject of their own, by class (see ``_lexicon``)."""

from __future__ import annotations

from dr_plugins.clarify._lexicon import Role

WORDS = {
    Role.FUNCTION: """
        le la les l un une des de du d au aux à a et ou mais donc car ni que qu qui quoi dont où quand comment pourquoi
        combien quel quelle quels quelles lequel laquelle lesquels en dans sur sous par pour avec sans chez entre vers
        depuis pendant contre avant après selon est sont était étaient être été sera seront ont avoir avait avaient peut
        peuvent pourrait pourraient pouvez peux doit doivent devrait faut fait faire fais faites font ne pas plus moins
        très trop aussi bien tout toute tous toutes chaque autre autres même si oui non je j me moi m mon ma mes tu te toi
        t ton ta tes il elle ils elles on nous notre nos vous votre vos se s soi son sa ses leur leurs lui y c est-ce
        alors encore déjà toujours souvent peu beaucoup seulement comme lors afin ainsi parce puisque t-il t-elle jusqu
        lorsqu puisqu ai""",
    Role.REQUEST: """
        aide aider aidez dis dire dites montre montrer montrez donne donner donnez trouve trouver trouvez cherche chercher
        cherchez recherche rechercher étudie étudier écris écrire écrivez rédige rédiger rédigez crée créer explique
        expliquer expliquez décris décrire résume résumer résumez prépare préparer préparez fournis apprendre savoir sais
        connaître veux veut voudrais aimerais souhaite souhaiterais besoin rapport aperçu résumé information renseignement
        renseigner renseignements info infos détail article dossier exposé introduction sujet thème question réponse merci
        bonjour salut commence commencer démarre enquête enquêter comprendre intéresse intéressé pense penser penses
        pensez parle parler parlez parlé discuté mentionné avis opinion recommande recommander recommandes recommandez
        recommandation conseil conseils conseille conseiller conseillez conseilles suggère suggestion idée choisir choisis
        décider passe présente présenter présentez regarde regarder svp plaît plait""",
    Role.FILLER: """
        chose choses quelque quelques truc trucs quelque-chose rien quelqu nouveau nouvelle nouveaux nouvel neuf ancien
        vieux dernier dernière dernières derniers récent récente récemment actuel actuelle actuellement moderne
        contemporain important principal principaux général générale générales généraux base bases divers différent
        plusieurs certain certains précis particulier aujourd'hui hier demain maintenant intéressant intéressante cool bon
        bonne bons bonnes meilleur mieux pire mauvais grand grande petit court long complet complète détaillé approfondi
        simple facile difficile populaire célèbre connu année années an ans temps fois façon manière genre sorte type
        types liste nombre nom liens page site document texte contenu mot mots conversation réunion international mondial
        global utile possible premier deuxième prochain vrai faux faits point points cas partie parties""",
    Role.DEICTIC: """
        ce cet cette ces ceci cela ça celui celle ceux celles celui-ci celui-là celle-ci celle-là ceux-ci ceux-là
        ci-dessus eux""",
    Role.FACET: """
        tendance tendances traitement soin soins thérapie analyse analyser comparaison comparer compare comparez
        développement progrès avancée avancées impact impacts effet effets influence conséquence conséquences cause causes
        raison raisons avantage avantages inconvénient inconvénients bénéfice risque risques mécanisme coût coûts prix
        tarif tarifs état statut situation avenir futur perspective perspectives défi défis enjeu enjeux problème
        problèmes solution solutions application applications utilisation usage exemple exemples méthode méthodes approche
        stratégie stratégies rôle importance actualité actualités nouvelles marche marchent fonctionne fonctionnent
        fonctionnement efficacité sécurité performance statistique statistiques prévision prévisions croissance évolution
        changement changements opportunité évaluation évaluer définition signification différence différences relation
        lien innovation innovations percée fonction structure qualité améliorer amélioration augmenter réduire éviter
        résoudre potentiel possibilité prévention diagnostic gestion réglementation taille contexte""",
    Role.BROAD: """
        ia technologie technologies technique techniques tech numérique santé médecine médical médicale cancer cancers
        maladie maladies pharmacie économie économique finance finances financier affaires investissement investir argent
        commerce banque banques éducation enseignement apprentissage école science sciences physique chimie biologie
        mathématiques maths ingénierie informatique ordinateur ordinateurs logiciel logiciels matériel internet web
        programmation histoire culture art arts musique film films cinéma littérature langue langues religion philosophie
        psychologie politique droit société social sociale sport sports jeu jeux voyage voyages tourisme nourriture
        alimentation alimentaire nutrition régime fitness mode beauté environnement climat énergie énergies nature
        agriculture transport transports robot robots robotique espace cybersécurité guerre vie carrière métier métiers
        emploi emplois travail logement immobilier crypto cryptomonnaie cryptomonnaies blockchain pollution durabilité
        marketing publicité logistique assurance assurances médias divertissement famille amour richesse météo animaux
        animal plantes plante voiture voitures véhicule véhicules électronique semiconducteurs astronomie géographie
        mondialisation immigration migration population pauvreté inégalité inégalités démocratie bourse vaccin vaccins
        vaccination génétique biotechnologie biotechnologies écologie retraite retraites impôts environnemental""",
    Role.HEAD: """
        gène gènes protéine protéines médicament médicaments composé protocole molécule virus enzyme récepteur anticorps
        algorithme algorithmes modèle modèles système systèmes appareil appareils puce puces projet projets produit
        produits service services entreprise entreprises compagnie startup industrie industries marché marchés secteur
        secteurs domaine domaines monde pays gens personne personnes données donnée loi lois gouvernement gouvernements
        plateforme outil outils norme normes théorie matériau matériaux événement événements lieu lieux endroit livre
        livres organisation institution marque marques programme client clients utilisateur concurrent concurrents ami
        équipe patron ville villes""",
}
