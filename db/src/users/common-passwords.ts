// The commonest passwords of five letters and more: those that breaches elsewhere have brought to light, and Brazilian ones. Small letters. A module of
// its own, as browsers load it when somebody chooses a password.

export const commonPasswords: ReadonlySet<string> = new Set(
  `
123456 password 12345678 qwerty 123456789 12345 111111 1234567 dragon 123123 baseball abc123 football monkey letmein shadow master 696969 michael
mustang 666666 qwertyuiop 123321 1234567890 pussy superman 1qaz2wsx 7777777 fuckyou jordan qazwsx jennifer 123qwe 000000 killer trustno1 hunter
harley zxcvbnm asdfgh buster andrew batman soccer tigger charlie robert sunshine thomas iloveyou fuckme ranger daniel hockey george computer
michelle jessica starwars asshole pepper klaster 112233 zxcvbn freedom princess joshua maggie ginger 11111111 131313 amanda ashley cheese 159753
nicole summer matthew chelsea dallas biteme matrix william yankees taylor corvette austin access martin heather thunder merlin secret diamond hello
anthony hammer fucker 1234qwer silver gfhjkm justin patrick richard bailey internet samantha golfer scooter orange cookie q1w2e3r4t5 maverick
jackson sparky mickey phoenix bigdog snoopy guitar whatever chicken morgan andrea camaro mercedes peanut ferrari cowboy falcon welcome samsung
steelers joseph smokey dakota melissa arsenal boomer eagles tigers marina nascar booboo gateway porsche yellow monster spider diablo hannah bulldog
junior london purple compaq lakers iceman qwer1234 hardcore cowboys money banana ncc1701 boston brandon tennis johnny miller q1w2e3r4 coffee scooby
123654 edward nikita mother yamaha brandy barney chester fuckoff oliver charles player knight forever steven rangers midnight chicago bigdaddy
redsox victoria badboy angel please fender chris jasper james slayer rabbit natasha rachel bigdick marine wizard marlboro raiders prince casper
fishing flower crystal jasmine panties iwantu adidas winner winter gandalf password1 enter ghbdtn 1q2w3e4r angela golden lauren cocacola jordan23
winston madison angels blowme panther sexsex bigtits spanky bitch shannon sophie johnson asdfasdf david horny thx1138 toyota tiger murphy canada
danielle 12344321 blowjob 8675309 jonathan liverpoo muffin cooper apples jackie dennis black qwerty123 passw0rd abcd1234 sandra pokemon 123abc
slipknot carlos qazxsw 123456a scorpion qwaszx nathan butter startrek rainbow asdfghjkl redskins newyork gemini cameron qazwsxedc florida liverpool
turtle nicholas viking booger wilson sierra butthead doctor rocket 159357 victor dolphins captain bandit jaguar packers pookie peaches 789456
dolphin helpme tucker theman tiffany maxwell jeremy qwertyui shithead debbie albert maddog lovers monica united giants nirvana metallic hotdog
rosebud mountain benjamin warrior stupid elephant suckit success bond007 jackass bonnie alexis lucky jason scorpio samson q1w2e3 rush2112 azerty
freddy driver willie calvin 1q2w3e4r5t sydney gators dexter red123 12345a 123456q bubba creative voodoo happy arthur trouble america nissan gunner
rebecca stella garfield gordon jessie bullshit parker asdfghjk fucking apollo 1qazxsw2 eminem december legend airborne beavis august apple brooklyn
godzilla skippy buddy 4815162342 qwert kitten magic shelby beaver phantom nothing asdasd williams xavier braves darkness blink182 travis copper
tomcat platinum qweqwe girls 01012011 bigboy green power 102030 animal police 11223344 online voyager lifehack 12qwaszx sniper 315475 trinity walter
blazer heaven lover snowball playboy bubbles loveme hooters cricket marvin willow donkey topgun nintendo saturn family november gabriel destiny
pakistan pumpkin digital sergey chance explorer redwings private therock runner 789456123 lasvegas guinness beatles cassie christin qwerty1 asdf1234
celtic broncos andrey 007007 babygirl nelson donald scott eclipse cartman fluffy louise michigan testing carolina little samuel alexande birdie
steve cherry pantera sharon gibson vampire mexico dickhead peter buffalo montana genius flyers maximus school minecraft lovely stalker metallica
doggie carter kristina kimberly spencer speedy barbara snickers sabrina carmen marcus bronco yankee friends paradise lol123 dreams magnum horses
caroline 147258369 lacrosse ou812 goober member qwertyu enigma scotty pimpin bollocks brian surfer sammy genesis poohbear asd123 qweasdzxc racing
friend hello1 hawaii eagle1 billy viper october vanessa poopoo einstein boobies stanley 12345q walker bitches drowssap stephen courtney simple
alaska badger action denise jester 111222 spitfire drummer forest patricia maryjane champion diesel svetlana friday kevin gregory pamela frank
hotrod 147258 chevy anderson lucky1 douglas westside security google badass shorty tester thumper hitman mozart general reddog boobs zaq12wsx music
010203 lizard alexander melanie a123456 ruslan 123456789a vincent eagle 1232323q sweet teresa scarface 147852 qwerty12 a12345 marshall olivia
veronica porno buddha spirit frankie money1 stargate antonio liberty natalie mercury naruto qwe123 12345qwert suzuki semperfi popcorn spooky marley
system brittany claudia kelly scotland kitty cherokee vikings simpsons death leslie rascal qweasd jimmy loveyou hummer michael1 allison rocky
patches russia adrian jupiter penguin cumshot howard passion honda vfhbyf andre vladimir franklin sandman 123789 infinity homer bastard raider
passport assman sucker fantasy bulldogs 1234554321 horney domino budlight ironman disney norman usuckballz1 softball bishop francis brutus redrum
brooke bigred jeffrey jesus fktrcfylh karina marines kawasaki digger ireland oksana fireman cougar college alicia russell houston monday bradley
sarah nigger justice super wildcats tinker duncan dancer logitech avalon swordfis everton reggie motorola alexandr molly timothy hentai pussy1
claire patriots madonna colorado eugene ducati kermit juventus indian connor galore freeuser smooth house titanic boogie simpson warcraft wolverin
elizabet arizona saints valentin georgia asdfg test123 accord baxter denver mitchell christ password123 yfnfif smith stinky zachary roland naughty
ncc1701d spiderma chopper brenda hello123 extreme virginia water skyline zombie pearljam froggy pirate fylhtq vision 123qweasd awesome alyssa
dreamer predator bullet empire charlie1 kirill 123123a people penis elvis panthers skipper nemesis peekaboo rasdzv3 simon alison rolltide american
cardinal arnold chevelle daddy psycho happy1 danger mookie wanker manutd 9379992 tommy hobbes vegeta goblue 852456 burton fyfcnfcbz picard 159951
bobby windows loverboy lovelove vfrcbv victory 123654789 bambam turkey serega tweety hiphop galina changeme rooster polina berlin suckme taurus
electric ronald avatar 134679 raptor alpha1 maksim spring brazil bigcock newport kenneth hendrix madmax england a1b2c3 alpha sublime britney france
darkside bigman hercules lawrence wolfpack classic letmein1 lincoln ronaldo 741852963 spiderman 1q2w3e blizzard cheyenne 123456789q wombat bubba1
tiger1 cjkysirj raymond brother kristen pandora devils zxc123 simone holiday wildcat horse kramer 12312 147852369 buddy1 sterling caesar alabama
carrie bondage basketball sports pussycat pickle catch22 leather shaggy a1b2c3d4 chronic flowers qaz123 qqq111 robbie admin gracie amber freepass
airplane perfect kodiak billybob katana sunset crazy stingray maria snowman phpbb angel1 chocolat zeppelin garcia detroit wolves pontiac candy
firebird vagina gundam panzer outlaw pretty fisher connie honey business trevor redhead hardon greenday tarheels 01011980 nastya hellfire cobra
engineer dragon1 savage service serenity sasha michele lickme fireball 1029384756 white remember darkstar miranda flash mustang1 01011 124578 harvey
oscar strike freddie pavilion beauty bobafett 01012000 dbrnjhbz bigmac chris1 clinton bowling jenny natali future harrison jones wallace welcome1
swimming apache rulez pyramid dodgers whynot fuckit defender teens morris trooper 135790 senha senha1 senha12 senha123 senha1234 senhas mudar
mudar123 mudar@123 trocar trocar123 brasil brasil123 brasil1 flamengo corinthians palmeiras palmeira santos saopaulo vasco vascodagama gremio
cruzeiro fluminense botafogo internacional atletico bahia mengao timao verdao amorzinho teamo teamo123 euteamo eteamo meuamor amormeu paixao coracao
princesa princesa1 principe estrela estrelinha borboleta bonita gatinha gatinho cachorro cachorrinho passarinho felicidade feliz familia familia123
mamae papai minhamae meupai filhos minhavida minhafilha meufilho deuseamor deusefiel deusfiel jesus123 jesuscristo jesusteama jeova senhor igreja
vitoria gabriela rafael rafaela daniela rodrigo ricardo fernando fernanda eduardo eduarda leonardo guilherme gustavo henrique felipe lucas mateus
matheus pedro marcos marcelo marcela camila juliana julia larissa leticia mariana beatriz bianca bruna bruno cristina viviane tatiana thiago tiago
vinicius francisco rebeca raquel isabela isabella lorena luciana aline adriana andreia priscila renata roberto roberta miguel heitor helena alice
valentina admin123 administrador empresa empresa123 escritorio trabalho vendas vendas123 atendimento atendimento123 suporte suporte123 loja123
cliente clientes whatsapp whatsapp123 whats123 zapzap zap123 usuario usuario123 teste teste1 teste12 teste123 teste1234 testando acesso acesso123
entrar entrar123 bemvindo bemvindo123 novasenha minhasenha semsenha naosei naosei123 qualquer chave1 computador celular telefone abc12345 abcde
abcde123 zxcvb 10203040 0102030405 123mudar 123senha 1234mudar 12345678a 258456 321321 654321 987654 987654321 121212 101010 202020 brasil2014
brasil2022 novembro dezembro janeiro fevereiro segunda sabado domingo verao inverno primavera saudade sucesso liberdade esperanca alegria vida123
futebol futebol10 cerveja churrasco chocolate cafezinho pizza guarana caipirinha carnaval samba praia123 moto123 carro123 fusca hunter22
`
    .trim()
    .split(/\s+/),
)
