/*
 * What clubs are about, in English, French and German without accents, by ready category: groups of synonyms, separated by
 * "|". The terms after a semicolon find the others of their group but are not found by them, because they also mean
 * something else.
 * A term belongs to the first category that has it.
 */
export const INTERESTS = {
  sport: `
    aikido, judo, karate, taekwondo, martial arts, arts martiaux, jujitsu, jiu jitsu, kung fu | american football,
    flag football, football americain | archery, tir a l arc | athletics, athletisme, track and field | badminton |
    baseball, softball | basketball, basket ball; basket | bds | bicycle, bike, cycling, velo, cyclisme,
    cyclotourisme, biking | billiards, pool, snooker, billard | boats, bateaux, boating | bouldering, climbing,
    escalade, grimpe, mountaineering, alpinisme; bloc | bowling | boxing, boxe, kickboxing | bureau des sports |
    camping, bivouac, outdoor recreation | canoe, kayak, paddling | capoeira | cars, automobile, voitures, motorsport,
    sport automobile, formula sae | caving, spelunking, speleologie | cheerleading, cheerleaders, pom pom | cricket |
    croquet, petanque, boules | crossfit | disc golf | diving, scuba, plongee | dragon boat | fencing, escrime |
    figure skating, ice skating, patinage artistique | fishing, peche | fitness, musculation, weightlifting,
    halterophilie, bodybuilding, powerlifting; gym | flying, aviation, avions, aircraft, aeronautics, aeronautique,
    gliding, vol a voile, planeur, paragliding, parapente, pilots | football, soccer, futsal; foot | golf |
    gymnastics, gymnastique, gym artistique | handball | harry potter, quidditch, quadball | hiking, randonnee,
    trekking, backpacking, outdoors, outing, outdoor recreation | hockey, ice hockey, hockey sur glace | horse,
    horseback riding, horse riding, equitation, equestrian, cheval; riding | hunting, chasse | kendo | lacrosse |
    motorcycle, moto, motorbike | mountain biking, vtt | muay thai | orienteering, course d orientation | paintball,
    airsoft | parachute, parachutisme, skydiving | parkour, freerunning | pickleball | pole dance | polo | racing,
    karting, go kart | raid | roller skating, rollers, skating, patinage, patins | rowing, aviron, crew team | rugby |
    running, course a pied, jogging, marathon; runners | sailing, voile, yachting, nautique | self defense, self
    defence, krav maga | shooting, marksmanship, tir sportif | skateboarding, skateboard; skate | skiing, ski,
    snowboard, snowboarding | spikeball, roundnet | sport | sportif | squash, racquetball | surfing, surf, windsurf,
    kitesurf | swimming, natation, piscine, water polo; swim | sword fighting, fencing, hema, medieval combat,
    medieval, medievale | table tennis, ping pong, tennis de table | tai chi | tennis | trail | triathlon | ultimate
    frisbee, ultimate, frisbee | volleyball, volley ball, volley, beach volley | walking, marche | wrestling, lutte |
    wushu | yoga, pilates
    | hiking, wandern | climbing, klettern | swimming, schwimmen | football, fussball | sailing, segeln | rowing, rudern`,
  music: `
    a cappella, acapella, acappella | a cappella, choir, choral, chorale, choeur, singing; chorus, chant, vocal |
    band, orchestra, orchestre, fanfare, symphony | beatbox, beat box, beatboxing | chant | chorus | concerts, live
    music | dj, djing, deejay, electronic music, musique electronique, techno | drums, drumming, percussion, batterie
    | ensemble | folk music, folk dance, musique traditionnelle, danse folklorique | gospel | guitar, guitare | jazz,
    big band | karaoke | marching band | music, musique, musicians, musiciens | philharmonic | piano, keyboard | rap,
    hip hop | rock music, rock band | songwriting | violin, violon, strings, cello | vocal
    | choir, chor, singen | band, orchester, blasmusik | music, musik | guitar, gitarre | piano, klavier`,
  stage: `
    arts de la scene | ballet, danse classique | belly dance, danse orientale | breakdance, break dance, breaking, hip
    hop dance | circus, cirque, juggling, jonglage, jonglerie | comedy, stand up, humour, improv, improvisation, impro
    | dance, danse; dancing | dancing | indian dance, bollywood, bhangra | magic, magie, illusion, prestidigitation |
    musicals, musical theatre, musical theater, comedie musicale, opera, broadway | performing arts | puppets,
    marionnettes | salsa, latin dance, danses latines, bachata | shakespeare | spectacle | swing dance, lindy hop,
    swing | tango, ballroom, ballroom dance, danse de salon | theatre, theater, acting, drama; plays | zumba,
    aerobics, fitness dance
    | dance, tanz, tanzen | theatre, schauspiel, improtheater | circus, zirkus, jonglieren | comedy, kabarett`,
  games: `
    anime, manga; japanimation | baking, patisserie, cakes, gateaux | barbecue, grilling, bbq | beer, biere, brewing,
    brassage; brasserie | board games, jeux de societe, jeux de plateau, tabletop; boardgames | card games, jeux de
    cartes, poker, belote, tarot | cheese, fromage | chess, echecs | cocktails, mixology, bartending | coffee, cafe |
    cooking, cuisine, gastronomie, culinary, cookery, meal prep; food, chef | cosplay, costumed play | crosswords,
    mots croises, scrabble | disney | dungeons and dragons, role playing, roleplaying, jeux de role, jdr, rpg; dnd, d
    d | esports, e sport, gaming, video games, jeux video, gamers; videogames | food | games, jeux, ludique | gourmet
    | hobby | knitting, tricot, crochet, crocheting; wool, laine | laser tag | lego | loisirs | magic the gathering,
    trading card game, pokemon | mahjong | minecraft | model railroad, model trains, ferroviaire | oeno | origami |
    puzzles, escape game, speedcubing, rubik; cubes | quiz, trivia, culture generale, quizbowl | roller coasters,
    theme parks, amusement parks, thrill rides | scale models, maquettes, miniatures, wargames, figurines, modelisme |
    science fiction, sci fi, fantasy | smash bros, super smash, fighting games | star wars, star trek | sushi | tea,
    tea ceremony, ceremonie du the | wine, vin, oenologie, wine tasting
    | chess, schach | board games, brettspiele | cooking, kochen | baking, backen | knitting, stricken, hakeln`,
  arts: `
    animation, animated films, dessins animes, film animation | architecture | art, beaux arts | artist | artistique |
    bda | bureau des arts | calligraphy, lettering | ceramics, pottery, poterie, ceramique | clothing, fashion,
    couture, sewing, tailoring; mode, cousu | collage, scrapbooking | crafts, artisanat, bricolage, handicraft,
    loisirs creatifs; diy | design, graphisme, graphic design | drawing, dessin, sketching, illustration | embroidery,
    broderie, needlework | graffiti, street art | mode | musee | museum | painting, peinture | photography, photo,
    photographie, photographers | sculpture | tattoo, tatouage | woodwork, woodworking, menuiserie, carpentry
    | photography, fotografie | painting, malen, malerei | drawing, zeichnen | clothing, nahen | crafts, basteln`,
  media: `
    audiovisuel | cinema, film, movies; movie night, audiovisuel | comics, bande dessinee; bd | fan fiction,
    fanfiction | journalism, journalisme, newspaper, journal, magazine; press, presse | literature, litterature,
    books, livres, book club, club de lecture; reading, lecture | media | podcast, radio, broadcasting | poetry,
    poesie, creative writing, spoken word; writing, ecriture, slam | publishing | review | revue | television, film
    production, video production, filmmaking | video, videography, film making, montage video | writing | yearbook
    | literature, literatur, bucher | journalism, zeitung, journalismus | poetry, gedichte | writing, schreiben`,
  technology: `
    3d printing, impression 3d, makerspace, fablab, maker | actuarial | artificial intelligence, intelligence
    artificielle, machine learning; ai, ia, ml | astronomy, stargazing, astrophysics, astrophotography | biochemistry,
    biochimie | bioengineering | biology, life sciences | biomedical | blockchain, cryptocurrency, bitcoin, web3;
    crypto | chemistry, chimie | coding, programming, programmation, software, computer science, informatique,
    developpement logiciel; computing, code, developer | computer | cryptography, cybersecurity, cybersecurite,
    hacking, securite informatique, infosec; cyber security, ctf | data science, statistics, science des donnees, big
    data | drones, uav, quadcopter, unmanned aerial, model aircraft, aeromodelisme | electric cars, electric vehicle,
    solar car, vehicule electrique | electronics, electronique, arduino | engineer | engineering, ingenierie | game
    design | game development | geology | hackathon | ingenieur | linux | marine biology, oceanography, marine science
    | maths, mathematics, mathematiques | microbiology | nanotechnology, nanotech | neuroscience, brain | physics,
    physique | research, recherche | robotics, robotique, robots | rockets, rocketry, fusees, aerospace, aerospatial |
    sae | science | scientific | scientifique | scientist | space, espace, spaceflight | technique | technology, high
    tech | web design, web development, app development, developpement web
    | coding, programmieren, informatik | robotics, robotik | astronomy, astronomie | physics, physik`,
  health: `
    alzheimer | cancer | dentistry, dental, pre dental | diabetes | disability | disease | emt | first aid, premiers
    secours, secourisme, emergency medical | health, sante, wellness, bien etre | healthcare | hospital | medicine,
    medecine, pre med, medical; premed | meditation, mindfulness, pleine conscience, relaxation | mental health, sante
    mentale | nursing, nurses, infirmier | nutrition, dietetics, dietetique | pharmacy, pharmaceutical | physical
    therapy, kinesitherapie | physician | psychology | public health, sante publique | sexual health | stroke |
    suicide | surgery | therapy | veterinary, veterinaire, pre vet
    | health, gesundheit | first aid, erste hilfe | medicine, medizin | mental health, psychische gesundheit`,
  care: `
    animals, animal welfare; pets | beekeeping, bees, abeilles, apiculture, beekeepers | birds, oiseaux, ornithology,
    birdwatching, birding | blood donation, don du sang | carpool, covoiturage | charity, humanitarian, humanitaire,
    solidarity, solidarite, caritatif | children, enfants, kids | climate, climat, climate change | community service,
    volunteering, volunteer, benevolat, benevole | conservation | croix rouge | dogs, chiens | ecology, environment,
    environnement, sustainability, developpement durable, climate action, environmentalism | energy, renewable energy
    | environmental | environnemental | farming, agriculture, agronomie, farm | fundraising | gardening, garden,
    jardin, jardinage, potager, permaculture; plants | green | habitat for humanity | homelessness, homeless, sans
    abri, maraude | homework, tutoring, tutorat, soutien scolaire; mentoring, parrainage | hunger | mentoring | mutual
    aid, entraide | nature, plein air, outdoors | nonprofit | orphan | outreach | philanthropy | poverty | recycling,
    recyclage, reparation, upcycling, zero waste, zero dechet | red cross | relief | rotaract | scouting, scoutisme,
    scouts | secondhand, friperie, thrift | service | social work, travail social | solidaire | tutor | unicef | urban
    planning, urbanisme | vegan, vegetarian, vegetarien, vegetalien
    | volunteering, ehrenamt | environment, umwelt, nachhaltigkeit, klima | gardening, garten | animals, tierschutz`,
  careers: `
    academic | accounting, comptabilite | anthropology | archaeology, archeology | banking, banque | business,
    entreprise | careers, carrieres, emploi, internships; jobs, stages | consulting, conseil | criminal justice |
    department | departmental | economics, economie | education | entrepreneurial | entrepreneurship, entrepreneuriat,
    startup, start up, founders | ethics, ethique | finance, investment, investissement, investing, trading; stocks,
    stock market | geography | history, histoire | honor society | honors | hospitality | human resources | industry |
    junior entreprise; je | law, droit, juridique, pre law; legal | leadership | linguistics | management | marketing,
    publicite, advertising | mock trial, moot court | networking | professional | professionnel | real estate | social
    science | sociology | supply chain | teachers | teaching | toastmasters
    | economics, wirtschaft | entrepreneurship, grundung | careers, karriere | history, geschichte | law, rechtswissenschaft`,
  culture: `
    afghan | africa, afrique, african, africain | albanian | arabic, arabe, arab | armenian | asian | bangladeshi |
    black, african american, afro; african, africain | cambodian | caribbean | chicano | chinese, chinois, china,
    chine | colombian | cuban | cultural | culture | culturel | dominican | egyptian | english, anglais | ethiopian |
    european, europe, europeen | exchange students, international students, etudiants internationaux, erasmus,
    etudiants etrangers | filipino, philippines | french, francais, france, francophone | german, allemand, germany,
    allemagne | ghanaian | grec | grece | greece | greek culture | haitian | hellenic | heritage, patrimoine | hong
    kong | hungarian | indian, inde, india, south asian | indonesian | intercultural | international | iranian,
    persian, iran | israeli | italian, italien, italy | japanese, japonais, japan, japon | kenyan | korean, coreen,
    korea, coree, k pop | kurdish | languages, langues, language exchange, tandem linguistique, linguistics,
    linguistique | latin america, amerique latine, latino, latina, hispanic | latinx | lebanese | malaysian | mexican
    | mongolian | multicultural | nepali | nigerian | pakistani | palestinian | polish | portuguese, portugais,
    brazilian, bresilien, brazil, bresil | powwow, native american, indigenous, amerindien | puerto rican | romanian |
    russian, russe, russia, russie, slavic | sign language | singapore | spanish, espagnol, spain, espagne, espanol |
    sri lankan | taiwanese, taiwan | tamil | thai, thailand | tibetan | translation, traduction, translators | travel,
    voyage | turkish, turc, turkey, turquie | ukrainian | vietnamese, vietnamien, vietnam
    | languages, sprachen, sprachtandem | travel, reisen | exchange students, austausch | english, englisch`,
  faith: `
    bahai | baptist | buddhism, buddhist, bouddhisme, bouddhiste | catholic, catholique | chabad | christ | christian,
    chretien, church, eglise, bible, christianity | cru | dharma | fellowship | god | gospel choir | hillel | hindu,
    hinduism, hindouisme | interfaith | intervarsity | islam, muslim, musulman | jesus | jewish, juif, juive, judaism
    | krishna | lutheran | methodist | ministry | orthodox | prayer | presbyterian | quran, coran | religion, faith,
    foi, aumonerie | religious | sikh | spiritual | spiritualite | spirituality | worship
    | religion, glaube | christian, christlich, kirche | catholic, katholisch | muslim, muslimisch | jewish, judisch`,
  society: `
    accessibility, disability, handicap; inclusion | activist | advocacy | autism, autisme, neurodiversity,
    neurodivergent | citizenship | citoyen | conservative | debate, debat, eloquence, public speaking, art oratoire,
    rhetoric, toastmasters | democracy | democratie | discrimination | diversite | diversity | equality, egalite,
    feminism, feminisme; women, femmes | feminist | femme | gay, lesbian, lgbt, lgbtq, lgbtqia, queer, transgender;
    pride | geopolitics | geopolitique | human rights, droits de l homme, amnesty | justice | libertarian | liberty |
    model united nations, model un | peace | philosophy | policy | political | political science | politics,
    politique, democrats, republicans; political | prison | progressive | refugees, refugies, migrants | social
    justice, justice sociale, activism, activisme | socialist | union | women
    | debate, debattieren | politics, politik | equality, gleichstellung, feminismus | refugees, gefluchtete`,
  life: `
    alpha | alumni | bar, foyer | bde | bureau des eleves | bureau des etudiants | campus life | class council |
    commuter | delta | dormitory | evenementiel | fraternity, sorority, greek life | gala | gamma | government | greek
    | integration | kappa | omega | orientation | panhellenic | parties, fetes, soirees, nightlife | phi | residence |
    residential | senate | sigma | student government, student council, student senate, conseil etudiant | student
    life | student union | theta | transfer students | vie etudiante | welcome, accueil, integration week
    | parties, feiern | student government, fachschaft, studierendenrat | welcome, erstsemester, ersti`,
  other: `
    alumni, graduates; anciens, anciens eleves | astrology | firefighting, fire fighters, pompiers | foraging,
    mushrooms, mycology | genealogy, ancestry | greek, grec, greece, grece, hellenic | military, rotc, veterans, armee`,
};
